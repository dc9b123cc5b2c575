export function parseJsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // RangeError: nested too deeply.
    if (error instanceof SyntaxError || error instanceof RangeError) return null;
    throw error;
  }
}
