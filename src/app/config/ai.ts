import { z } from 'zod';
import type { ModelConfig } from '#ai/language-model.ts';
import type { ConfigError } from '../config.ts';

export interface AiConfig extends ModelConfig {
  dailyTokens: number;
  runTokens: number;
}

export const aiVariables = {
  AI_BASE_URL: z
    .string()
    .refine(
      isModelUrl,
      'Use the base URL of an OpenAI-compatible API, for example https://api.example.org/v1.',
    )
    .optional(),
  AI_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'Use the key as the provider shows it, without spaces.')
    .optional(),
  AI_MODEL: z
    .string()
    .max(200, 'Use the name of a model as the provider lists it, at most 200 characters.')
    .optional(),
  AI_IMAGE_MODEL: z
    .string()
    .max(200, 'Use the name of a model as the provider lists it, at most 200 characters.')
    .optional(),
  AI_DAILY_BUDGET: z
    .string()
    .regex(/^\d{1,9}$/, 'Use a number of tokens a day, for example 500000.')
    .transform(Number)
    .default(500_000),
  AI_RUN_BUDGET: z
    .string()
    .regex(/^\d{1,9}$/, 'Use a number of tokens for one translation run, for example 250000.')
    .transform(Number)
    .default(250_000),
};

type Settings = z.output<z.ZodObject<typeof aiVariables>>;

export function parseAiConfig(settings: Settings): AiConfig | null {
  const { AI_BASE_URL, AI_API_KEY, AI_MODEL, AI_IMAGE_MODEL, AI_DAILY_BUDGET, AI_RUN_BUDGET } = settings;
  if (!AI_BASE_URL) return null;
  return {
    baseUrl: AI_BASE_URL.replace(/\/+$/, ''),
    apiKey: AI_API_KEY ?? null,
    textModel: AI_MODEL ?? null,
    imageModel: AI_IMAGE_MODEL ?? null,
    dailyTokens: AI_DAILY_BUDGET,
    runTokens: AI_RUN_BUDGET,
  };
}

export function validateAi({ AI_BASE_URL, AI_API_KEY, AI_MODEL, AI_IMAGE_MODEL }: Settings): ConfigError[] {
  if (AI_BASE_URL) {
    if (AI_MODEL || AI_IMAGE_MODEL) return [];
    return [{ name: 'AI_BASE_URL', hint: 'Set AI_MODEL or AI_IMAGE_MODEL too: there is no default model.' }];
  }
  const unusedVariables = Object.entries({ AI_API_KEY, AI_MODEL, AI_IMAGE_MODEL }).filter(
    ([, value]) => value,
  );
  return unusedVariables.map(([name]) => ({ name, hint: 'Set AI_BASE_URL too: it is the API to call.' }));
}

function isModelUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return ['http:', 'https:'].includes(protocol) && username + password + search + hash === '';
}
