// TypeScript types from the schemas of the answers, as the OpenAPI description has them.

/** A schema as a type, indented by `depth` levels. */
function type(schema, depth, where) {
  if (schema === true || schema === undefined || Object.keys(schema).length === 0) return "unknown";
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) return [...new Set(choices.map((choice) => type(choice, depth, where)))].join(" | ");
  if (Array.isArray(schema.type)) return [...new Set(schema.type.map((one) => type({ ...schema, type: one }, depth, where)))].join(" | ");
  switch (schema.type) {
    case "string":
      return "string";
    case "integer":
    case "number":
      return "number";
    case "boolean":
      return "boolean";
    case "null":
      return "null";
    case "array": {
      if (schema.prefixItems) return `[${schema.prefixItems.map((item) => type(item, depth, where)).join(", ")}]`;
      const item = type(schema.items, depth, where);
      return /[|&]/.test(item) && !item.startsWith("{") ? `(${item})[]` : `${item}[]`;
    }
    case "object": {
      if (!schema.properties) return `Record<string, ${type(schema.additionalProperties, depth, where)}>`;
      return `{\n${members(schema, depth + 1, where)}${"  ".repeat(depth)}}`;
    }
    default:
      throw new Error(`${where}: no type for ${JSON.stringify(schema)}`);
  }
}

function members(schema, depth, where) {
  const indent = "  ".repeat(depth);
  return Object.entries(schema.properties)
    .map(([name, member]) => {
      const about = member.description ? `${indent}/** ${member.description.replaceAll("\n", " ").replaceAll("*/", "*\\/")} */\n` : "";
      return `${about}${indent}${name}${schema.required?.includes(name) ? "" : "?"}: ${type(member, depth, `${where}.${name}`)};\n`;
    })
    .join("");
}

/** The types of all answers that are JSON, named after their questions. */
export function declarations(openapi) {
  const parts = ["// The answers, as the program describes them. Made by build.mjs.\n"];
  for (const [path, item] of Object.entries(openapi.paths)) {
    const question = path.replace(/^\/api\//, "");
    if (question.includes("/") || question.includes(".")) continue;
    const operation = item.get ?? item.post;
    const schema = operation?.responses?.["200"]?.content?.["application/json"]?.schema;
    if (!schema || schema.type === "string") continue;
    const name = question.split("-").map((word) => word[0].toUpperCase() + word.slice(1)).join("");
    const about = operation.summary ?? operation.description ?? "";
    parts.push(`/** ${about} */\nexport type ${name} = ${type(schema, 0, name)};\n`);
  }
  return parts.join("\n");
}
