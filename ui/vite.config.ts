import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
const SERVER = 'http://127.0.0.1:4000';

export default defineConfig({
  root: path('.'),
  base: '/',
  plugins: [react()],
  build: {
    outDir: path('../dist/ui'),
    emptyOutDir: true,
    target: 'es2022',
    cssTarget: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    // Fonts and images stay files of our own origin, so that the content policy needs no exception for them.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 4_096,
    rolldownOptions: {
      input: [path('./index.html'), path('./playground.html')],
      onLog(level, log, handle) {
        // Directives for the React compiler, which does not run here.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log);
      },
    },
  },
  worker: { format: 'es' },
  server: {
    proxy: { '/graphql': { target: SERVER, ws: true }, '/dev': SERVER },
  },
});
