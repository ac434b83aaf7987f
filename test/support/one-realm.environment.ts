import { TestEnvironment } from 'jest-environment-node';

/**
 * Node with one Error for all. By default a test has an Error of its own, and the SDK does not recognise those that
 * Node's sockets throw: it would then behave otherwise than it does in a server.
 */
module.exports = class OneRealmEnvironment extends TestEnvironment {
  override async setup(): Promise<void> {
    await super.setup();
    this.global.Error = Error;
  }
};
