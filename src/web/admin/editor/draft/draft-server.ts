import type { Translator } from '#i18n/translate.ts';
import type { AdminApi } from '../../desk-client.ts';
import { adminApiErrorMessage } from '../../desk-refusal-text.ts';
import type { DraftApi, SaveResponse } from './draft-contract.ts';

/** Adds a translated message to every error. */
export function createDraftApi(client: AdminApi, t: Translator): DraftApi {
  const withErrorMessage = (result: Awaited<ReturnType<AdminApi['savePost']>>): SaveResponse =>
    result.ok
      ? result
      : { ok: false, error: { ...result.error, error: adminApiErrorMessage(t, result.error) } };
  return {
    create: async (save, idempotencyKey) => withErrorMessage(await client.createPost(save, idempotencyKey)),
    save: async (id, version, save) => withErrorMessage(await client.savePost(id, version, save)),
  };
}
