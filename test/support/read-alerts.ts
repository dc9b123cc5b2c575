export interface Alert {
  alert: string;
  expr: string;
  severity: string;
  summary: string;
}

/** Parses only the plain YAML of our Prometheus rules. Throws on anything else, so that typos don't pass. */
export function readAlerts(yaml: string): Alert[] {
  const rules: Record<string, string>[] = [];
  let folded: string | null = null;
  for (const [index, line] of yaml.split('\n').entries()) {
    const location = `line ${index + 1}: ${line}`;
    if (line === '' || line.startsWith('#')) continue;
    const rule = rules.at(-1);
    if (folded !== null && rule && /^ {10}\S/.test(line)) {
      rule[folded] = `${rule[folded] ?? ''} ${line.trim()}`.trim();
      continue;
    }
    folded = null;
    if (/^groups:$|^ {2}- name: \w+$|^ {4}rules:$|^ {8}(labels|annotations):$/.test(line)) continue;
    const [, indent = '', key = '', value = ''] = /^( {6}- | {8}| {10})(\w+): (.+)$/.exec(line) ?? [];
    if (key === '' || /: |^['"[{&*!|%@]| #/.test(value)) throw new Error(location);
    if (indent === '      - ') rules.push({ [key]: value });
    else if (!rule || key in rule) throw new Error(location);
    else if (value === '>-') folded = key;
    else rule[key] = value;
  }
  return rules.map(({ alert, expr, severity, summary }) => {
    if (!alert || !expr || !severity || !summary) throw new Error(`incomplete rule: ${alert}`);
    return { alert, expr, severity, summary };
  });
}
