/** Calls the function that extracts the media of a post. `origin`: of the server. */
export function requestExtraction(
  origin: string,
  url: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${origin}/functions/v1/extract-threads-media`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ url }),
  });
}
