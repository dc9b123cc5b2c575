import type { Words } from '#platform/ask-provider.ts';
import { type LanguageModel, type ModelOutcome, modelLimits } from '#platform/language-model.ts';
import type { ModelFailure } from '#platform/model-error.ts';
import { fail, type Result } from '#platform/result.ts';
import { pictureTokens } from './contract.ts';
import type { MeterCall } from './meter-calls.ts';

export interface ModelDesk {
  model: LanguageModel;
  meter: MeterCall;
  /** null: none is set. */
  textModel: string | null;
  imageModel: string | null;
}

/** Asks for words within the day's budget. A token is three bytes or more in all ten languages. */
export async function askForWords<T>(
  { meter, textModel, model }: ModelDesk,
  kind: string,
  words: Words,
  ask: (model: LanguageModel) => Promise<ModelOutcome<T>>,
): Promise<Result<T, ModelFailure>> {
  if (textModel === null) return fail({ code: 'model.unconfigured' });
  const bytes = Buffer.byteLength(words.instructions + words.data);
  const tokens = Math.ceil(bytes / 3) + modelLimits.tokensOut;
  return meter({ kind, model: textModel, tokens }, () => ask(model));
}

export async function askForPicture(
  { meter, imageModel, model }: ModelDesk,
  prompt: string,
  signal: AbortSignal,
): Promise<Result<Uint8Array, ModelFailure>> {
  if (imageModel === null) return fail({ code: 'model.unconfigured' });
  const tokens = Math.ceil(Buffer.byteLength(prompt) / 3) + pictureTokens;
  return meter({ kind: 'image', model: imageModel, tokens }, () => model.drawImage(prompt, signal));
}
