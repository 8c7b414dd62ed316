# Both images may be replaced by others of the same kind, such as copies in a registry of one's own: the first needs npm and
# the pinned Node, the second glibc.
ARG NODE_IMAGE=docker.io/library/node:24.21.0-trixie-slim
ARG BASE_IMAGE=docker.io/library/debian:13.2-slim

# --- What npm needs to know of the workspaces -------------------------------------------------------------------------------
FROM ${NODE_IMAGE} AS workspaces
WORKDIR /opt/lightstick
COPY package.json package-lock.json .npmrc ./
COPY packages/contract/package.json packages/contract/
COPY packages/chance/package.json packages/chance/
COPY apps/server/package.json apps/server/
COPY apps/web/package.json apps/web/
COPY e2e/package.json e2e/

# --- The packages of the server, without what only developers need ----------------------------------------------------------
FROM workspaces AS server
RUN --mount=type=cache,target=/root/.npm \
    npm ci --ignore-scripts --omit=dev --workspace=@lightstick/server
# Types and source maps are read by no server; they are a third of all files.
RUN rm -rf node_modules/typescript node_modules/@typescript node_modules/@types node_modules/.bin e2e apps/web .npmrc package-lock.json \
    && find node_modules apps packages -type f -regex '.*\.\(map\|d\.[cm]?ts\)' -delete
COPY apps/server apps/server
COPY packages packages
# The links between PostgreSQL's libraries cannot be made on a read-only disk. Its program runs here for the first time.
RUN node --input-type=module --eval "import { prepareBinaries } from '/opt/lightstick/apps/server/src/db/embedded/programs.ts'; \
    console.log(await prepareBinaries('/nowhere', undefined));"

# --- The web app ------------------------------------------------------------------------------------------------------------
FROM workspaces AS web
RUN --mount=type=cache,target=/root/.npm \
    npm ci --ignore-scripts --workspace=@lightstick/web
COPY tsconfig.base.json ./
COPY packages packages
COPY docs docs
COPY apps/web apps/web
# The footer names it, because the build sees no repository.
ARG COMMIT=
RUN COMMIT=${COMMIT} NODE_ENV=production npm run build --workspace=@lightstick/web

# --- What runs --------------------------------------------------------------------------------------------------------------
FROM ${BASE_IMAGE}
# PostgreSQL looks its account up by name, so the user has one. The other folder is that of nginx-rtmp.conf, where a new volume
# gets its owner from the image that is started first.
RUN groupadd --gid 10001 lightstick \
    && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /data --shell /usr/sbin/nologin lightstick \
    && install -d -o 10001 -g 10001 -m 0700 /data \
    && install -d -o www-data -g www-data /var/lib/lightstick-rtmp/hls
COPY --from=workspaces /usr/local/bin/node /usr/local/bin/node
WORKDIR /opt/lightstick
COPY --from=server /opt/lightstick/ ./
COPY --from=web /opt/lightstick/apps/web/dist apps/web/dist
COPY --from=web /opt/lightstick/apps/web/dist-dev apps/web/dist-dev
COPY content content
COPY deploy deploy
COPY LICENSE ./
RUN ln -s /opt/lightstick/apps/server/bin/lightstick /usr/local/bin/lightstick
ARG VERSION=0.1.0
ARG COMMIT=
LABEL org.opencontainers.image.title="Lightstick" \
      org.opencontainers.image.description="A self-hosted platform on which fans earn points and vote for idols" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${COMMIT}"
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
USER 10001:10001
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
# A first start makes the past of the demo, which takes some seconds more.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["lightstick", "health"]
ENTRYPOINT ["lightstick"]
CMD ["start"]
