import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { declarationsOf, writeAll } from './build/declarations.ts';
import { checkSize } from './build/size-budget.ts';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
const OUTPUT = path('../dist/embed');
const BUDGET_KILOBYTES = 120;

const MANIFEST = {
  name: 'sino-bell',
  version: '0.1.0',
  license: 'MIT',
  type: 'module',
  sideEffects: ['*.css'],
  exports: {
    '.': { types: './index.d.ts', default: './index.js' },
    './style.css': './style.css',
  },
  peerDependencies: { react: '>=19' },
};

/** Turns the output folder into a package that a host app can install. */
function hostPackage(): Plugin {
  return {
    name: 'sino-host-package',
    async closeBundle() {
      const declarations = declarationsOf({
        tsconfig: path('./tsconfig.json'),
        entry: path('./src/embed/index.ts'),
        sourceRoot: path('./src'),
      });
      await writeAll(OUTPUT, declarations);
      await writeAll(
        OUTPUT,
        new Map([
          ['index.d.ts', "export * from './embed/index.js';\n"],
          ['package.json', `${JSON.stringify(MANIFEST, null, 2)}\n`],
        ]),
      );
      await checkSize(OUTPUT, ['index.js', 'style.css'], BUDGET_KILOBYTES);
    },
  };
}

export default defineConfig({
  root: path('.'),
  plugins: [react(), hostPackage()],
  build: {
    outDir: OUTPUT,
    emptyOutDir: true,
    target: 'es2022',
    cssTarget: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    minify: true,
    reportCompressedSize: false,
    lib: { entry: path('./src/embed/index.ts'), formats: ['es'], fileName: 'index', cssFileName: 'style' },
    rolldownOptions: { external: [/^react($|\/)/, /^react-dom($|\/)/] },
  },
});
