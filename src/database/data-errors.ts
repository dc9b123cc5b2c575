/** SQLSTATE classes: data exception, constraint violation, program limit; and undefined column. */
const states = /^(?:22|23|54)[0-9A-Z]{3}$|^42703$/;

/** Whether a statement failed because of its data rather than the state of the database. */
export function isDataOrConstraintError(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause)
    if ('code' in at && typeof at.code === 'string' && states.test(at.code)) return true;
  return false;
}
