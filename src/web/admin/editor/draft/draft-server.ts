import type { Translator } from '#i18n/translate.ts';
import type { DeskClient } from '../../desk-client.ts';
import { deskRefusalText } from '../../desk-refusal-text.ts';
import type { DraftServer, ServerAnswer } from './draft-contract.ts';

/** The calls of a draft, with every refusal as a sentence. */
export function createDraftServer(client: DeskClient, t: Translator): DraftServer {
  const worded = (answer: Awaited<ReturnType<DeskClient['savePost']>>): ServerAnswer =>
    answer.ok ? answer : { ok: false, error: { ...answer.error, error: deskRefusalText(t, answer.error) } };
  return {
    create: async (save, idempotencyKey) => worded(await client.createPost(save, idempotencyKey)),
    save: async (id, version, save) => worded(await client.savePost(id, version, save)),
  };
}
