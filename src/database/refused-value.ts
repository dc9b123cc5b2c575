/** SQLSTATE: a value that no column holds, a constraint, a limit of the database; a column that is none. */
const states = /^(?:22|23|54)[0-9A-Z]{3}$|^42703$/;

/** Whether a statement failed for what was in it, and not for the state that the database is in. */
export function isRefusedValue(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause)
    if ('code' in at && typeof at.code === 'string' && states.test(at.code)) return true;
  return false;
}
