/** SQLSTATE classes: data exception, constraint violation, program limit; and undefined column. */
const sqlStates = /^(?:22|23|54)[0-9A-Z]{3}$|^42703$/;

export function isDataOrConstraintError(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ('code' in cause && typeof cause.code === 'string' && sqlStates.test(cause.code)) return true;
  return false;
}
