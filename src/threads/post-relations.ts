import { asId, asNode, asText, type JsonNode } from './json-node.ts';
import { idOf } from './read-own-media.ts';

/** Whether two objects of users are one account: by id where both have one, else by name. */
export function isSameAccount(one: unknown, other: unknown): boolean {
  const [first, second] = [asNode(one), asNode(other)];
  const ids = [asId(first?.pk), asId(second?.pk)];
  const names = [asText(first?.username)?.toLowerCase(), asText(second?.username)?.toLowerCase()];
  if (ids[0] !== null && ids[1] !== null) return ids[0] === ids[1];
  return names[0] !== undefined && names[0] === names[1];
}

export function answeredBy(one: JsonNode): JsonNode | null {
  return asNode(asNode(one.text_post_app_info)?.reply_to_author);
}

/** An answer of the author of `post` to themself. */
export function answersSelf(one: JsonNode, post: JsonNode): boolean {
  return isSameAccount(answeredBy(one), post.user);
}

/** By the account of `post`, and in answer to nobody else. */
export function isOwnRun(one: JsonNode, post: JsonNode): boolean {
  return isSameAccount(one.user, post.user) && (answeredBy(one) === null || answersSelf(one, post));
}

/** Also true where an id is missing. */
export function isLater(one: JsonNode, post: JsonNode): boolean {
  const [later, earlier] = [idOf(one), idOf(post)];
  return later === null || earlier === null || BigInt(later) > BigInt(earlier);
}
