import { fail, type Result } from '#platform/result.ts';
import { imageTokens, type ModelError, type Prompt } from './contract.ts';
import { defaultModelLimits, type LanguageModel, type ModelOutcome } from './language-model.ts';
import type { WithTokenBudget } from './token-budget.ts';

export interface ModelDeps {
  model: LanguageModel;
  meter: WithTokenBudget;
  textModel: string | null;
  imageModel: string | null;
}

/** A token has at least three bytes in all ten languages, so `bytes / 3` is an upper bound. */
export async function callTextModel<T>(
  { meter, textModel, model }: ModelDeps,
  kind: string,
  prompt: Prompt,
  generate: (model: LanguageModel) => Promise<ModelOutcome<T>>,
): Promise<Result<T, ModelError>> {
  if (textModel === null) return fail({ code: 'model.unconfigured' });
  const bytes = Buffer.byteLength(prompt.instructions + prompt.data);
  const tokens = Math.ceil(bytes / 3) + defaultModelLimits.maxOutputTokens;
  return meter({ kind, model: textModel, tokens }, () => generate(model));
}

export async function callImageModel(
  { meter, imageModel, model }: ModelDeps,
  prompt: string,
  signal: AbortSignal,
): Promise<Result<Uint8Array, ModelError>> {
  if (imageModel === null) return fail({ code: 'model.unconfigured' });
  const tokens = Math.ceil(Buffer.byteLength(prompt) / 3) + imageTokens;
  return meter({ kind: 'image', model: imageModel, tokens }, () => model.generateImage(prompt, signal));
}
