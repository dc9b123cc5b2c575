import type { FieldDifference } from '../contract.ts';
import { isNode, type JsonNode, visitNodes } from './json.ts';
import { knownFields } from './known-fields.ts';

type ObjectKind = keyof typeof knownFields;

const refused = Symbol('refused');
/** For each field, the kind of the objects in it. */
const kindsByField = new Map(
  Object.entries(knownFields).map(([kind, { required, optional, refused: byReason }]) => [
    kind as ObjectKind,
    new Map<string, ObjectKind | null | typeof refused>([
      ...Object.values(byReason).flatMap((fields) => fields.map((field) => [field, refused] as const)),
      ...Object.entries(required),
      ...Object.entries(optional),
    ]),
  ]),
);

export interface FieldDrift {
  /** Number of objects of each kind. */
  counts: Map<ObjectKind, number>;
  /** `kind.field` with the number of objects without it. */
  missing: Map<string, number>;
  /** `kind.field` with the types of its values. */
  unknown: Map<string, Set<string>>;
}

const maxObjects = 2_000;

export function findDrift(post: JsonNode): FieldDrift {
  const drift: FieldDrift = { counts: new Map(), missing: new Map(), unknown: new Map() };
  const pending: [unknown, ObjectKind][] = [[post, 'post']];
  for (let count = 0; pending.length > 0 && count < maxObjects; count += 1) {
    const [value, kind] = pending.pop() ?? [];
    if (kind === undefined) break;
    if (Array.isArray(value)) for (const element of value) pending.push([element, kind]);
    if (!isNode(value)) continue;
    drift.counts.set(kind, (drift.counts.get(kind) ?? 0) + 1);
    for (const field of Object.keys(knownFields[kind].required)) {
      if (!Object.hasOwn(value, field)) addTo(drift.missing, `${kind}.${field}`);
    }
    for (const [field, child] of Object.entries(value)) {
      const childKind = kindsByField.get(kind)?.get(field);
      if (typeof childKind === 'string') pending.push([child, childKind]);
      else if (childKind === undefined) {
        const types = drift.unknown.get(`${kind}.${field}`) ?? new Set();
        drift.unknown.set(`${kind}.${field}`, types.add(typeOf(child)));
      }
    }
  }
  return drift;
}

/** Only names of fields. */
export function listDrift(post: JsonNode): FieldDifference[] {
  const { missing, unknown } = findDrift(post);
  const isPrintable = unknown.size > 0 ? createNameFilter(post) : () => false;
  const names = [...unknown.keys()].filter((name) => isPrintable(name.slice(name.indexOf('.') + 1)));
  return [
    ...[...missing.keys()].map((field) => ({ kind: 'missing' as const, field })),
    ...names.map((field) => ({ kind: 'unknown' as const, field })),
  ];
}

function addTo(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}

/** Names of fields can be content too, for example if an object lists users by name. */
export function createNameFilter(...roots: unknown[]): (name: string) => boolean {
  const values = new Set<unknown>();
  visitNodes(roots, (node) => {
    for (const value of Object.values(node).flat()) if (typeof value === 'string') values.add(value);
  });
  return (name) => /^[A-Za-z_]\w{0,59}$/.test(name) && !/\d{3}/.test(name) && !values.has(name);
}
