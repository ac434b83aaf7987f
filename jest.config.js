const swc = {
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', tsx: true, decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    keepClassNames: true,
  },
  module: { type: 'commonjs' },
};

const project = (displayName, testMatch, extra = {}) => ({
  displayName,
  testMatch,
  testEnvironment: 'node',
  // jose comes as ES modules only, which Node can require and jest cannot.
  transform: { '^.+\\.tsx?$|/node_modules/jose/': ['@swc/jest', swc] },
  transformIgnorePatterns: ['/node_modules/(?!jose/)'],
  setupFiles: ['<rootDir>/test/support/environment.ts'],
  setupFilesAfterEnv: ['<rootDir>/test/support/silence.ts'],
  ...extra,
});

module.exports = {
  maxWorkers: 2,
  projects: [
    project('unit', ['<rootDir>/test/unit/**/*.test.ts', '<rootDir>/ui/test/**/*.test.ts?(x)']),
    project('contract', ['<rootDir>/test/contract/**/*.test.ts']),
    project('integration', ['<rootDir>/test/integration/**/*.test.ts'], {
      globalSetup: '<rootDir>/test/support/engines.setup.ts',
      globalTeardown: '<rootDir>/test/support/engines.teardown.ts',
    }),
    project('soak', ['<rootDir>/test/soak/**/*.test.ts']),
    project('browser', ['<rootDir>/test/e2e/**/*.e2e.ts']),
  ],
};
