export interface JsonSchema {
  $ref?: string;
  type?: string | readonly string[];
  format?: string;
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: readonly string[];
  description?: string;
}

const indent = '  ';
const lineLength = 80;

/** TypeScript notation; `depth` indents all lines but the first. */
export function renderSchema(schema: JsonSchema, depth = 0): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? '';
  if (schema.anyOf) return schema.anyOf.map((option) => renderSchema(option, depth)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return enumText(schema.enum, depth);
  if (schema.items) {
    const item = renderSchema(schema.items, depth);
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

function objectText(
  properties: Record<string, JsonSchema>,
  required: readonly string[],
  depth: number,
): string {
  const lines = Object.entries(properties).map(([name, property]) => {
    const suffix = required.includes(name) ? '' : '?';
    const remark = property.description ? `  // ${property.description}` : '';
    const text = renderSchema(property, depth + 1);
    return `${indent.repeat(depth + 1)}${name}${suffix}:${text.startsWith('\n') ? '' : ' '}${text}${remark}`;
  });
  return ['{', ...lines, `${indent.repeat(depth)}}`].join('\n');
}
