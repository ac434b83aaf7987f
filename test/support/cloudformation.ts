import { readFileSync } from 'node:fs';

import { parse, type CollectionTag, type ScalarTag, YAMLMap, YAMLSeq } from 'yaml';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };
export interface Tree {
  readonly [name: string]: Json;
}

export interface Template {
  readonly Parameters: Readonly<Record<string, Tree>>;
  readonly Resources: Readonly<Record<string, { readonly Type: string; readonly Properties: Tree } & Tree>>;
  readonly Outputs: Readonly<Record<string, Tree>>;
}

const FUNCTIONS = ['Ref', 'Sub', 'GetAtt', 'Equals', 'Not', 'If'];

const nameOf = (tag: string) => (tag === 'Ref' ? tag : `Fn::${tag}`);

/** The short forms of the service's functions, as the long ones they stand for. */
const customTags = FUNCTIONS.flatMap((tag): (ScalarTag | CollectionTag)[] => [
  { tag: `!${tag}`, resolve: (text) => ({ [nameOf(tag)]: tag === 'GetAtt' ? text.split('.') : text }) },
  { tag: `!${tag}`, collection: 'seq', resolve: (node) => wrap(nameOf(tag), node) },
]);

function wrap(name: string, node: unknown): YAMLMap {
  if (!(node instanceof YAMLSeq)) throw new TypeError('a list was expected');
  // A plain list: with its tag it would be resolved again.
  const list = new YAMLSeq();
  list.items = node.items;
  const map = new YAMLMap<string, unknown>();
  map.set(name, list);
  return map;
}

export function readTemplate(): { readonly text: string; readonly template: Template } {
  const text = readFileSync('deploy/template.yaml', 'utf8');
  return { text, template: parse(text, { customTags }) as Template };
}

/** Every object in the tree, to look for what refers to what. */
export function* objectsIn(value: Json | undefined): Generator<Tree> {
  if (isList(value)) {
    for (const entry of value) yield* objectsIn(entry);
  } else if (typeof value === 'object' && value !== null) {
    yield value;
    for (const entry of Object.values(value)) yield* objectsIn(entry);
  }
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** One or several, as policies write them. */
export function listOf(value: Json | undefined): readonly Json[] {
  return value === undefined ? [] : isList(value) ? value : [value];
}
