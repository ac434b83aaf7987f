import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

interface DeclarationsOptions {
  readonly tsconfig: string;
  readonly entry: string;
  readonly sourceRoot: string;
}

/** The declarations that a user of `entry` can reach, and no others: what is private stays out of the package. */
export function declarationsOf({ tsconfig, entry, sourceRoot }: DeclarationsOptions): ReadonlyMap<string, string> {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(tsconfig, (path) => ts.sys.readFile(path)).config,
    ts.sys,
    dirname(tsconfig),
  );
  const settings = {
    ...options,
    noEmit: false,
    allowImportingTsExtensions: false,
    declaration: true,
    emitDeclarationOnly: true,
  };
  const program = ts.createProgram([entry], settings);
  const declarations = new Map<string, string>();

  function visit(path: string): void {
    const source = program.getSourceFile(path);
    const name = `${relative(sourceRoot, path).replace(/\.tsx?$/, '')}.d.ts`;
    if (source === undefined || declarations.has(name)) return;
    program.emit(source, (_, text) => declarations.set(name, withExtensions(text)), undefined, true);
    for (const { fileName } of ts.preProcessFile(declarations.get(name) ?? '').importedFiles) {
      const { resolvedModule } = ts.resolveModuleName(fileName, path, options, ts.sys);
      if (resolvedModule?.isExternalLibraryImport === false) visit(resolvedModule.resolvedFileName);
    }
  }

  visit(entry);
  return declarations;
}

/** Strict resolvers want the extension that the sources leave to the bundler. */
function withExtensions(declaration: string): string {
  return declaration.replaceAll(/from '(\.[^']+)'/g, "from '$1.js'");
}

export async function writeAll(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  for (const [name, text] of files) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
}
