# Contains the build and only the packages with native or WebAssembly parts. Runs without root and writes only to
# DATA_DIR. With DATABASE_URL, S3_* and APP_SECRET it writes nothing, so the file system may be read-only.
# The version of Node is at least that of src/app/node-version.ts.

ARG NODE_VERSION=24.22.1

FROM node:${NODE_VERSION}-bookworm-slim AS build
WORKDIR /app
ENV CI=1
COPY package.json package-lock.json .npmrc ./
# Builds with the Node of the image: the package `node` would need its install script.
RUN npm ci --ignore-scripts --no-audit --no-fund && rm -f node_modules/.bin/node
COPY . .
RUN npm run build

FROM node:${NODE_VERSION}-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:${NODE_VERSION}-bookworm-slim
ENV NODE_ENV=production DATA_DIR=/data PORT=3000
WORKDIR /app
COPY --from=packages /app/node_modules/@takumi-rs ./node_modules/@takumi-rs
COPY --from=packages /app/node_modules/sharp ./node_modules/sharp
COPY --from=packages /app/node_modules/detect-libc ./node_modules/detect-libc
COPY --from=packages /app/node_modules/semver ./node_modules/semver
COPY --from=packages /app/node_modules/@img ./node_modules/@img
COPY --from=packages /app/node_modules/@electric-sql ./node_modules/@electric-sql
COPY --from=build /app/build ./build
COPY --from=build /app/package.json ./package.json
COPY assets ./assets
RUN mkdir /data && chown 10001:10001 /data
USER 10001:10001
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/readyz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
CMD ["node", "build/server/main.js"]
