import { resolve } from 'node:path';
import { types } from 'node:util';

import type { Config } from './config';
import { isTransient } from './db/errors';

/** Errors of our own that say what to do. */
const PLAIN = new Set(['ConfigProblems', 'TableProblems', 'EngineUnusable', 'LockedDataDir', 'DamagedData']);

/** Why there was no start. What is wrong with the set-up is said plainly; a stack is for what nobody foresaw. */
export function describeFailure(error: unknown, config: Config | undefined): string {
  // Not instanceof: an error of Node's own may come from another realm, as it does under a test runner.
  if (!types.isNativeError(error)) return String(error);
  if (PLAIN.has(error.name)) return error.message;
  return (config && adviceOn(error, config)) ?? error.stack ?? error.message;
}

function adviceOn(error: NodeJS.ErrnoException, config: Config): string | undefined {
  if (error.name === 'CredentialsProviderError') {
    return `There are no AWS credentials (${error.message}), and ${variableOf(config)} asks for them. Provide some as for any AWS program ` +
      '(AWS_PROFILE, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, a role), or unset AWS_REGION for the embedded database.';
  }
  // The SDK's mark on whatever came of a call.
  if ('$metadata' in error) return databaseAdvice(error, config);
  return listenAdvice(error, config) ?? folderAdvice(error, config);
}

function databaseAdvice(error: Error, config: Config): string | undefined {
  if (config.engine.kind === 'embedded') return undefined;
  const reason = error.message || error.name;
  return isTransient(error)
    ? `The database of ${variableOf(config)} cannot be reached (${reason}). Start it or correct the variable; without DYNAMODB_ENDPOINT and AWS_REGION Sino brings a database of its own.`
    : `The database of ${variableOf(config)} refuses to be used (${error.name}: ${reason}). Check the variable, and what these credentials may do.`;
}

/** By its origin: an address may carry a password before the host. */
function variableOf({ engine }: Config): string {
  if (engine.kind === 'embedded') return 'the embedded engine';
  return engine.endpoint === undefined ? `AWS_REGION=${engine.region ?? ''}` : `DYNAMODB_ENDPOINT=${new URL(engine.endpoint).origin}`;
}

function listenAdvice({ code, syscall, message }: NodeJS.ErrnoException, { host, port }: Config): string | undefined {
  if (code === 'EADDRINUSE') return `The address is taken by another program (${message}). Set PORT to another one.`;
  if (code === 'EACCES' && syscall === 'listen') return `Nobody but an administrator may listen on port ${port} (${message}). Set PORT to another one.`;
  if (code === 'EADDRNOTAVAIL' || syscall === 'getaddrinfo') {
    return `HOST is ${host}, which is no address of this machine (${message}). Set it to one that is: 127.0.0.1 for this machine only, 0.0.0.0 for all of its networks.`;
  }
  return undefined;
}

function folderAdvice({ path, message }: NodeJS.ErrnoException, { dataDir }: Config): string | undefined {
  const [folder, place] = [resolve(dataDir), resolve(path ?? '')];
  // The folder itself, something in it, or one above it that could not be made.
  if (path === undefined || !(place.startsWith(folder) || folder.startsWith(place))) return undefined;
  return `DATA_DIR is ${dataDir}, which is no folder that Sino can write to (${message}). Set it to one, or to where one can be made.`;
}
