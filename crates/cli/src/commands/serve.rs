//! `sprague serve`: the web page and its JSON API.

use crate::failure::Failure;
use crate::number::seconds;
use crate::output::{Common, Formats, write_line};
use sprague_answers::atlas::Shared;
use sprague_atlas::Atlas;
use sprague_server::class::{Class, PER_CLIENT};
use sprague_server::{Config, serve};
use std::net::{Ipv4Addr, SocketAddr};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

/// Examples of use.
const EXAMPLES: &str = "\
Examples:
  sprague serve                            then open http://127.0.0.1:8017/
  sprague serve --addr 127.0.0.1:0         a free port; its address is printed
  sprague serve --class                    for everyone in the network, with a QR code
  curl 'http://127.0.0.1:8017/api/solve?game=0.77'

The address is printed on standard output, a line per request on standard error
(--quiet: none; with --class none, so that the QR code stays in sight). Ctrl-C or SIGTERM ends the server when requests under way are done.";

pub const FORMATS: Formats = Formats::OnlyText;

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Where to listen; port 0 takes a free one (default: 127.0.0.1:8017, with --class 0.0.0.0:8017)
    #[arg(long, value_name = "ADDRESS", value_parser = address)]
    addr: Option<SocketAddr>,
    /// Class mode: everyone in the network can join; prints the address to type, and a QR code of it
    #[arg(long)]
    class: bool,
    /// Listen on this port of the address
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,
    /// The largest heap a request may count up to
    #[arg(long, value_name = "N", default_value_t = 2_000_000)]
    limit: u64,
    /// Seconds a request may take
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = |text: &str| up_to(text, 3600.0))]
    time: f64,
    /// Seconds a job may take
    #[arg(long, value_name = "SECONDS", default_value_t = 120.0, value_parser = |text: &str| up_to(text, 86_400.0))]
    job_time: f64,
    /// Memory one computation may use
    #[arg(long, value_name = "SIZE", default_value = "128M")]
    memory: bytesize::ByteSize,
    /// The atlas to browse (default: the one that comes with the program)
    #[arg(long, alias = "atlas", value_name = "FILE")]
    db: Option<std::path::PathBuf>,
}

/// A time of at most so many seconds.
fn up_to(text: &str, most: f64) -> Result<f64, String> {
    seconds(text).and_then(|time| {
        if time <= most { Ok(time) } else { Err(format!("at most {most} seconds")) }
    })
}

/// An address with its port; `localhost` is this machine.
fn address(text: &str) -> Result<SocketAddr, String> {
    let local = text.strip_prefix("localhost:").map(|port| format!("127.0.0.1:{port}"));
    let text = local.as_deref().unwrap_or(text);
    text.parse().map_err(|_| "write an address and a port, such as 127.0.0.1:8017".to_owned())
}

pub fn run(args: &Args, common: &Common) -> Result<ExitCode, Failure> {
    let mut config = Config {
        heaps: args.limit,
        memory: args.memory.as_u64(),
        time: Duration::from_secs_f64(args.time),
        job_time: Duration::from_secs_f64(args.job_time),
        // Long enough for any job.
        connection_time: Duration::from_secs_f64(2.0 * args.job_time + 600.0),
        ..Config::default()
    };
    if let Some(file) = &args.db {
        if !file.is_file() {
            return Err(Failure::input(format!(
                "no atlas at {}: `sprague census` makes one",
                file.display()
            )));
        }
        let atlas = Atlas::open(file).map_err(Failure::input)?;
        config.atlas = Shared::new(atlas);
    }
    if let Some(threads) = common.asked_threads() {
        config.workers = threads;
    }
    if !common.quiet && !args.class {
        config.log = Some(Arc::new(|line| eprintln!("{line}")));
    }
    if args.class {
        config.per_client = PER_CLIENT;
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(config.workers + 4)
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let standard = if args.class { Ipv4Addr::UNSPECIFIED } else { Ipv4Addr::LOCALHOST };
        let mut wanted = args.addr.unwrap_or(SocketAddr::from((standard, 8017)));
        wanted.set_port(args.port.unwrap_or(wanted.port()));
        let listener = tokio::net::TcpListener::bind(wanted)
            .await
            .map_err(|e| Failure::input(format!("cannot listen on {wanted}: {e}")))?;
        let address = listener.local_addr()?;
        if args.class {
            let class = Class::at(address).ok_or_else(|| nobody(address))?;
            invite(&class, common)?;
            config.class = Some(class);
        } else {
            write_line(&format!("http://{address}/"))?;
        }
        if !common.quiet && !address.ip().is_loopback() {
            eprintln!("sprague: everyone who can reach {address} can ask this server");
        }
        serve(listener, config, ended()).await?;
        Ok::<(), Failure>(())
    })?;
    // Computations that nobody waits for any more need not be waited for either.
    runtime.shutdown_background();
    Ok(ExitCode::SUCCESS)
}

/// No class can come to this address.
fn nobody(address: SocketAddr) -> Failure {
    Failure::input(if address.ip().is_loopback() {
        format!(
            "nobody else can reach {address}: leave --addr out, or name an address of this machine in its network"
        )
    } else {
        "this machine is in no network: connect it, or name its address with --addr".to_owned()
    })
}

/// Prints the addresses, and the first one as a QR code.
fn invite(class: &Class, common: &Common) -> Result<(), Failure> {
    for address in class.addresses() {
        write_line(address)?;
    }
    let Some(code) = class.letters().filter(|_| !common.quiet) else { return Ok(()) };
    for line in code.lines() {
        // Black on white, whatever the colours of the terminal are: readers of codes insist on it.
        if common.colour() {
            write_line(&format!("\x1b[30;107m{line}\x1b[0m"))?;
        } else {
            write_line(line)?;
        }
    }
    Ok(())
}

/// Waits for Ctrl-C or SIGTERM.
async fn ended() {
    let interrupt = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminate = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => {
                signal.recv().await;
            }
            Err(_) => std::future::pending::<()>().await,
        }
    };
    #[cfg(not(unix))]
    let terminate = std::future::pending::<()>();
    tokio::select! {
        () = interrupt => {}
        () = terminate => {}
    }
}
