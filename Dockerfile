# Two images from one build. Not built where it was written: there was no Docker daemon.
#
#   docker build --target program -t sprague .
#   docker run --rm sprague solve 0.156
#   docker run --rm -p 8080:8080 sprague serve --addr 0.0.0.0:8080
#
#   docker build --target census -t sprague-census .     # Python with the package and Dask
#   docker run --rm -v "$PWD:/data" sprague-census python -m sprague.census octal:2 --db /data/octal.db

FROM rust:1-slim-bookworm AS build
RUN apt-get update -qq \
 && apt-get install -y -qq --no-install-recommends gcc g++ libc6-dev python3-minimal python3-venv \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
# The compiler of the image, not one that is loaded for rust-toolchain.toml.
ENV RUSTUP_TOOLCHAIN=stable CARGO_TERM_COLOR=never
RUN cargo build --release --locked

FROM build AS wheel
RUN python3 -m venv /maturin && /maturin/bin/pip install --quiet 'maturin>=1.9.4,<2'
RUN /maturin/bin/maturin build --release --locked --manifest-path crates/python/Cargo.toml --out /wheels

FROM python:3.12-slim-bookworm AS census
COPY --from=wheel /wheels /wheels
RUN pip install --no-cache-dir "$(echo /wheels/*.whl)[dask]" && rm -rf /wheels \
 && useradd --create-home sprague && mkdir /data && chown sprague /data
USER sprague
WORKDIR /data
CMD ["python", "-m", "sprague.census", "--help"]

FROM debian:bookworm-slim AS program
COPY --from=build /src/target/release/sprague /usr/local/bin/sprague
COPY LICENSE-MIT LICENSE-APACHE /usr/local/share/doc/sprague/
RUN useradd --create-home sprague
USER sprague
WORKDIR /home/sprague
EXPOSE 8080
ENTRYPOINT ["sprague"]
CMD ["--help"]
