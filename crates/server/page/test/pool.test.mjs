// The pool of workers, with workers that do as they are told: what overruns is ended, what has failed or
// grown is replaced, and long questions leave one worker to the others.
import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const here = dirname(fileURLToPath(import.meta.url));
const [{ output }] = await build({
  configFile: false,
  logLevel: "silent",
  build: { write: false, minify: false, target: "es2022", lib: { entry: join(here, "../src/workers/pool.ts"), formats: ["es"] } },
});
const { Pool } = await import(`data:text/javascript,${encodeURIComponent(output[0].code)}`);

const moment = (ms = 0) => new Promise((done) => setTimeout(done, ms));
const text = (reply) => new TextDecoder().decode(reply.body);

/** A pool, its workers as they were started, and what each was asked. */
function pool(size, load = async () => ({ module: null, glue: "" })) {
  const hands = [];
  const start = (heard, failed) => {
    const hand = { asked: [], ended: false, heard, failed, post: (message) => { if ("id" in message) hand.asked.push(message); }, end: () => { hand.ended = true; } };
    hands.push(hand);
    return hand;
  };
  const made = new Pool(start, load, size);
  const ask = (name, options = {}) => made.ask({ name, query: "", long: false, seconds: 60, bytes: 1, ...options });
  const reply = (hand, body, memory = 0) => hand.heard({ id: hand.asked.at(-1).id, reply: { status: 200, type: "text/plain", body: new TextEncoder().encode(body) }, memory });
  return { made, hands, ask, reply };
}

test("workers are started as they are needed, and used again", async () => {
  const { hands, ask, reply } = pool(3);
  const one = ask("one");
  await moment();
  assert.equal(hands.length, 1);
  assert.deepEqual([hands[0].asked[0].name, hands[0].asked[0].seconds], ["one", 60]);
  reply(hands[0], "1");
  assert.equal(text(await one), "1");
  const [two, three] = [ask("two"), ask("three")];
  await moment();
  assert.deepEqual(hands.map((hand) => hand.asked.length), [2, 1]);
  reply(hands[1], "3");
  reply(hands[0], "2");
  assert.deepEqual([text(await two), text(await three)], ["2", "3"]);
});

test("long questions leave a worker to the others, which go first", async () => {
  const { hands, ask, reply } = pool(3);
  const long = [1, 2, 3].map((i) => ask(`long ${i}`, { long: true }));
  await moment();
  assert.deepEqual(hands.map((hand) => hand.asked[0].name), ["long 1", "long 2"]);
  const short = ask("short");
  await moment();
  assert.equal(hands[2].asked[0].name, "short");
  reply(hands[2], "at once");
  assert.equal(text(await short), "at once");
  reply(hands[0], "done");
  await long[0];
  assert.equal(hands[0].asked.at(-1).name, "long 3");
});

test("Stop ends the worker; what is about to answer is let finish; what waits is forgotten", async () => {
  const { hands, ask, reply } = pool(1);
  const stop = new AbortController();
  const told = [];
  const long = ask("long", { signal: stop.signal, progress: (...how) => told.push(how) });
  const waits = ask("waits", { signal: stop.signal });
  const after = ask("after");
  await moment();
  hands[0].heard({ id: hands[0].asked[0].id, progress: [1, 2] });
  assert.deepEqual(told, [[1, 2]]);
  stop.abort();
  await assert.rejects(long, { name: "AbortError" });
  await assert.rejects(waits, { name: "AbortError" });
  await moment(80);
  assert.ok(hands[0].ended);
  assert.equal(hands[1].asked[0].name, "after");
  reply(hands[1], "here");
  assert.equal(text(await after), "here");
  const again = new AbortController();
  const quick = ask("quick", { signal: again.signal });
  await moment();
  again.abort();
  await assert.rejects(quick, { name: "AbortError" });
  reply(hands[1], "too late");
  await moment(80);
  assert.ok(!hands[1].ended, "it had answered before it was ended");
  await assert.rejects(ask("never", { signal: again.signal }), { name: "AbortError" });
});

test("a timer ends what overruns, and counts from when the work begins", async () => {
  const { hands, ask } = pool(2);
  const late = ask("late", { seconds: 0.05 });
  await moment(100);
  assert.ok(!hands[0].ended, "it has not begun");
  hands[0].heard({ id: hands[0].asked[0].id, begun: true });
  const reply = await late;
  assert.deepEqual([reply.status, JSON.parse(text(reply)).error.message], [422, "no answer within 0.1 seconds"]);
  assert.ok(hands[0].ended);
});

test("a worker that has failed or grown is replaced", async () => {
  const { hands, ask, reply } = pool(1);
  const trap = ask("trap");
  await moment();
  hands[0].heard({ id: hands[0].asked[0].id, fault: "unreachable" });
  const told = await trap;
  assert.deepEqual([told.status, JSON.parse(text(told)).error.message], [422, "the computation ran out of memory or failed"]);
  assert.ok(hands[0].ended);
  const large = ask("large");
  await moment();
  reply(hands[1], "large", 2 ** 30);
  await large;
  assert.ok(hands[1].ended);
  const lost = ask("lost");
  await moment();
  hands[2].failed("no script");
  assert.equal((await lost).status, 500);
  const next = ask("next");
  await moment();
  reply(hands[3], "well");
  assert.equal(text(await next), "well");
});

test("without a program there is no answer, and the next question tries again", async () => {
  let tries = 0;
  const { made, hands, ask, reply } = pool(2, async () => {
    tries += 1;
    if (tries === 1) throw new Error("no network");
    return { module: null, glue: "" };
  });
  await assert.rejects(ask("one"), { message: "no network" });
  assert.ok(!made.loaded);
  const two = ask("two");
  await moment();
  reply(hands[0], "2");
  assert.equal(text(await two), "2");
  const open = ask("open");
  await moment();
  made.end();
  await assert.rejects(open, { name: "AbortError" });
  assert.ok(hands[0].ended);
});
