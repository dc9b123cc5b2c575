/** How many statements a connection keeps prepared. */
export const maxStatements = 100;
/** Longer texts are bulk inserts, which would fill the memory. */
export const maxNamedLength = 4_000;
