import { DrizzleQueryError } from 'drizzle-orm';

/** SQLSTATE classes: data exception, constraint violation, program limit; and undefined column. */
const dataStates = /^(?:22|23|54)[0-9A-Z]{3}$|^42703$/;
/** SQLSTATE: connection exceptions, operator intervention such as a shutdown, and too many connections. */
const connectionStates = /^(?:08[0-9A-Z]{3}|57P[0-9A-Z]{2}|53300)$/;
const socketCodes =
  /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** Errors of node-postgres that have no code. */
const connectionMessages =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

export function isDataOrConstraintError(error: unknown): boolean {
  return hasCause(error, ({ code }) => typeof code === 'string' && dataStates.test(code));
}

/** The server is stopped, restarting or unreachable: the same call may work in a moment. */
export function isConnectionError(error: unknown): boolean {
  // Other connections fail with the same codes, such as the one of a client that disconnects.
  const isQuery = hasCause(error, (cause) => cause instanceof DrizzleQueryError);
  return hasCause(
    error,
    ({ code = '', message }) =>
      connectionStates.test(String(code)) ||
      connectionMessages.test(message) ||
      (isQuery && socketCodes.test(String(code))),
  );
}

function hasCause(error: unknown, matches: (cause: Error & { code?: unknown }) => boolean): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (matches(cause)) return true;
  return false;
}
