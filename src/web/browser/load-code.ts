/** The result of an `import()`; null without a connection, or after a new release. */
export async function loadCode<Module>(loading: Promise<Module>): Promise<Module | null> {
  try {
    return await loading;
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
