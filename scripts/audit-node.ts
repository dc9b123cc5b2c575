import { isSafeNode, safeNodeVersions } from '../src/app/node-version.ts';

/** A pinned `node` package with known holes. It counts only while the registry has no safe version of its line. */
export interface NodeException {
  version: string;
  since: string;
  reason: string;
}

interface NodeAudit {
  pinned: string;
  /** Versions of the `node` package in the registry; null: unknown. */
  served: readonly string[] | null;
  exception: NodeException | null;
  today: string;
}

const remindAfterDays = 60;
const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;

export function auditNode({ pinned, served, exception, today }: NodeAudit): {
  errors: string[];
  notes: string[];
} {
  const { checkedOn, holes } = safeNodeVersions;
  const isOld = daysBetween(checkedOn, today) > remindAfterDays;
  const notes = isOld
    ? [`The list of safe Node versions is of ${checkedOn}. Compare it with Node's security releases.`]
    : [];
  if (isSafeNode(pinned)) {
    const errors = exception ? ['The pinned Node is safe. Remove the exception from check-audit.ts.'] : [];
    return { errors, notes: [...notes, `Node ${pinned} has no hole that is known since ${checkedOn}.`] };
  }
  const line = `${pinned.split('.')[0]}.`;
  const safe = served?.findLast((version) => version.startsWith(line) && isSafeNode(version));
  if (safe)
    return { errors: [`Node ${pinned} has known holes: npm install --save-exact -D node@${safe}`], notes };
  if (exception?.version !== pinned)
    return { errors: [`Node ${pinned} has known holes (${holes.join(', ')}), without an exception.`], notes };
  return {
    errors: [],
    notes: [...notes, `Exception since ${exception.since}: Node ${pinned}. ${exception.reason}`],
  };
}
