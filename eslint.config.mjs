import js from '@eslint/js';
import tseslint from 'typescript-eslint';

/** Rooms of the house that each room may not look into; see docs/architecture.md. */
const FORBIDDEN = {
  domain: ['server', 'schema', 'resolvers', 'db', 'stream', 'live', 'observability', 'config', 'app'],
  schema: ['server', 'resolvers', 'db', 'stream', 'live', 'config', 'app'],
  resolvers: ['server', 'db', 'stream', 'live', 'config', 'app'],
  db: ['server', 'schema', 'resolvers', 'stream', 'live', 'app'],
  stream: ['server', 'schema', 'resolvers', 'live', 'app'],
  live: ['server', 'schema', 'resolvers', 'db', 'stream', 'app'],
  server: ['stream', 'live', 'app'],
};

const importRules = Object.entries(FORBIDDEN).map(([room, others]) => ({
  files: [`src/${room}/**/*.ts`],
  rules: {
    'no-restricted-imports': ['error', {
      patterns: [
        { group: others.map((other) => `**/${other}{,/**}`), message: `src/${room} may not import this room.` },
        ...(['domain', 'schema', 'resolvers', 'live', 'server'].includes(room)
          ? [{ group: ['@aws-sdk/*', '@smithy/*'], message: 'Only src/db and src/stream know the SDK.' }]
          : []),
      ],
    }],
  },
}));

const KEY_LITERAL = '(all|unread|read|score|question|LATEST|lease|event)#';

export default tseslint.config(
  { ignores: ['dist/**', 'node_modules/**', 'test-results/**', '**/generated/**', '.sino/**', 'bench/results/**', 'coverage/**'] },
  js.configs.recommended,
  ...tseslint.configs.strictTypeChecked.map((config) => ({ ...config, files: ['src/**/*.ts', 'test/**/*.ts'], ignores: ['test/e2e/**'] })),
  {
    files: ['src/**/*.ts', 'test/**/*.ts'],
    ignores: ['test/e2e/**'],
    languageOptions: { parserOptions: { project: './tsconfig.json' } },
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      // A promise-returning signature is a promise to callers, also where today's body needs no await.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-extraneous-class': 'off',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/unbound-method': 'off',
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true } }],
      'no-console': 'error',
    },
  },
  { files: ['test/support/silence.ts'], rules: { 'no-console': 'off' } },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/config.ts', 'src/main.ts'],
    rules: {
      'no-restricted-properties': ['error', { object: 'process', property: 'env', message: 'Only src/config.ts reads the environment.' }],
    },
  },
  {
    files: ['src/**/*.ts'],
    // The filter of the source stream is written in the words of the service, keys included.
    ignores: ['src/db/keys.ts', 'src/domain/source-filter.ts'],
    rules: {
      'no-restricted-syntax': ['error',
        { selector: `Literal[value=/^${KEY_LITERAL}/]`, message: 'Only src/db/keys.ts builds or parses keys.' },
        { selector: `TemplateElement[value.raw=/^${KEY_LITERAL}/]`, message: 'Only src/db/keys.ts builds or parses keys.' },
      ],
    },
  },
  ...importRules,
  {
    files: ['**/*.{mjs,js}'],
    languageOptions: { globals: { process: 'readonly', console: 'readonly', module: 'writable', require: 'readonly', setTimeout: 'readonly', fetch: 'readonly', performance: 'readonly', URL: 'readonly', Buffer: 'readonly' } },
  },
);
