# syntax=docker/dockerfile:1
# One image for every process: the command says which. It is Debian because Temporal's native part needs glibc.

FROM node:24.21.0-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --ignore-scripts
# Temporal's native part comes for five platforms, and the image is for one.
RUN find node_modules/@temporalio/core-bridge/releases -mindepth 1 -maxdepth 1 \
    ! -name "$(uname -m)-unknown-linux-gnu" -exec rm -r {} +

FROM dependencies AS build
COPY src src
COPY workflows workflows
RUN node src/main/build.ts

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    INBOUND_MAIL_HOST=0.0.0.0 \
    OPERATIONS_PORT=9464
WORKDIR /app
# Everything belongs to root and is only read; the processes run as `node`.
COPY package.json package-lock.json ./
COPY --from=dependencies /app/node_modules node_modules
COPY src src
COPY workflows workflows
COPY activities activities
COPY catalog catalog
COPY --from=build /app/dist dist
USER node
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.OPERATIONS_PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "src/main/api.ts"]
