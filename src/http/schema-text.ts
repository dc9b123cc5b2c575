/** As much of a JSON schema as is written out. */
export interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  format?: string;
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: readonly string[];
  description?: string;
}

const indent = '  ';
/** A longer choice has a line for each. */
const lineLength = 80;

/** A schema in the notation of TypeScript, with what is said about a field behind it; `depth` is for the lines after the first. */
export function schemaText(schema: Schema, depth = 0): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? '';
  if (schema.anyOf) return schema.anyOf.map((one) => schemaText(one, depth)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return enumText(schema.enum, depth);
  if (schema.items) {
    const item = schemaText(schema.items, depth);
    return item.includes(' | ') && !item.startsWith('{') ? `(${item})[]` : `${item}[]`;
  }
  if (schema.properties) return objectText(schema.properties, schema.required ?? [], depth);
  const types = [schema.type ?? 'any'].flat();
  return types.map((type) => (type === 'string' ? (schema.format ?? type) : type)).join(' | ');
}

function enumText(values: readonly unknown[], depth: number): string {
  const written = values.map((value) => JSON.stringify(value));
  const line = written.join(' | ');
  return line.length <= lineLength
    ? line
    : written.map((value) => `\n${indent.repeat(depth + 1)}| ${value}`).join('');
}

function objectText(properties: Record<string, Schema>, required: readonly string[], depth: number): string {
  const lines = Object.entries(properties).map(([name, property]) => {
    const mark = required.includes(name) ? '' : '?';
    const remark = property.description ? `  // ${property.description}` : '';
    const text = schemaText(property, depth + 1);
    return `${indent.repeat(depth + 1)}${name}${mark}:${text.startsWith('\n') ? '' : ' '}${text}${remark}`;
  });
  return ['{', ...lines, `${indent.repeat(depth)}}`].join('\n');
}
