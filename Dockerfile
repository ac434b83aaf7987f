# The backend-for-frontend. Not for the Lambda functions: those are zips, see docs/deploy.md.
FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.json tsconfig.build.json codegen.yml schema.graphql ./
COPY scripts scripts
COPY src src
COPY ui* ui/
RUN node --input-type=module -e "import { ensureBuilt } from './scripts/setup.mjs'; ensureBuilt();"

FROM node:22-bookworm-slim AS modules
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The embedded engine is an optional dependency, and a container has a real database.
RUN npm ci --omit=dev --omit=optional && npm cache clean --force

FROM node:22-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000
WORKDIR /app
COPY --from=modules /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json ./
USER node
EXPOSE 4000
HEALTHCHECK --interval=15s --timeout=5s --start-period=15s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
# Node itself is process 1, with no shell or npm in between, so that the signal reaches the server.
CMD ["node", "dist/main.js"]
