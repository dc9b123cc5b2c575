import { z } from 'zod';
import { type AiProvider, noProvider } from '#ai/language-model.ts';
import type { ModelPrices } from '#ai/text-contract.ts';
import type { ConfigError } from '../config.ts';

const modelName = z
  .string()
  .max(200, 'Use the name of a model as the provider lists it, at most 200 characters.')
  .optional();

const wholeNumber = (pattern: RegExp, hint: string, preset: number) =>
  z.string().regex(pattern, hint).transform(Number).default(preset);

const price = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,6})?$/, 'Use the price of a million tokens as a number, for example 2.50.')
  .transform(Number)
  .optional();

const modelUrl = z
  .string()
  .refine(isModelUrl, 'Use the base URL of an OpenAI-compatible API, for example https://api.example.org/v1.')
  .optional();

const apiKey = z
  .string()
  .regex(/^[\x21-\x7e]+$/, 'Use the key as the provider shows it, without spaces.')
  .optional();

export const aiVariables = {
  AI_BASE_URL: modelUrl,
  AI_API_KEY: apiKey,
  AI_MODEL: modelName,
  AI_IMAGE_MODEL: modelName,
  AI_DAILY_BUDGET: wholeNumber(/^\d{1,9}$/, 'Use a number of tokens a day, for example 500000.', 500_000),
  AI_RUN_BUDGET: wholeNumber(
    /^\d{1,9}$/,
    'Use a number of tokens for one translation run, for example 250000.',
    250_000,
  ),
  AI_CONCURRENCY: wholeNumber(
    /^([1-9]|1\d|20)$/,
    'Use a number of calls at a time from 1 to 20, for example 4.',
    4,
  ),
  AI_VISION: z
    .enum(['yes', 'no'], 'Use yes if AI_MODEL accepts images, or no.')
    .default('no')
    .transform((answer) => answer === 'yes'),
  AI_INPUT_PRICE: price,
  AI_OUTPUT_PRICE: price,
  AI_CURRENCY: z
    .string()
    .refine(
      (code) => Intl.supportedValuesOf('currency').includes(code),
      'Use the three letters of a currency, for example USD or EUR.',
    )
    .default('USD'),
  AI_REVIEW_MODEL: modelName,
  AI_REVIEW_BASE_URL: modelUrl,
  AI_REVIEW_API_KEY: apiKey,
  AI_REVIEW_BUDGET: wholeNumber(/^\d{1,9}$/, 'Use a number of tokens a day, for example 100000.', 100_000),
  AI_REVIEW_INPUT_PRICE: price,
  AI_REVIEW_OUTPUT_PRICE: price,
  AI_REVIEW_THRESHOLD: wholeNumber(
    /^(\d{1,2}|100)$/,
    'Use a score from 0 to 100, for example 60. 0 publishes every score.',
    noProvider.threshold,
  ),
};

type Settings = z.output<z.ZodObject<typeof aiVariables>>;

export function parseAiConfig(settings: Settings): AiProvider | null {
  const { AI_BASE_URL } = settings;
  if (!AI_BASE_URL) return null;
  return {
    baseUrl: toBaseUrl(AI_BASE_URL),
    apiKey: settings.AI_API_KEY ?? null,
    textModel: settings.AI_MODEL ?? null,
    imageModel: settings.AI_IMAGE_MODEL ?? null,
    dailyTokens: settings.AI_DAILY_BUDGET,
    runTokens: settings.AI_RUN_BUDGET,
    concurrency: settings.AI_CONCURRENCY,
    seesImages: settings.AI_VISION,
    prices: toPrices(settings.AI_INPUT_PRICE, settings.AI_OUTPUT_PRICE, settings.AI_CURRENCY),
    secondReader: parseSecondReader(settings),
    threshold: settings.AI_REVIEW_THRESHOLD,
  };
}

/** A key is sent only to its own provider. */
function parseSecondReader(settings: Settings): AiProvider | null {
  const { AI_REVIEW_MODEL, AI_REVIEW_BASE_URL, AI_BASE_URL = '' } = settings;
  if (!AI_REVIEW_MODEL) return null;
  return {
    ...noProvider,
    baseUrl: toBaseUrl(AI_REVIEW_BASE_URL ?? AI_BASE_URL),
    apiKey: (AI_REVIEW_BASE_URL ? settings.AI_REVIEW_API_KEY : settings.AI_API_KEY) ?? null,
    textModel: AI_REVIEW_MODEL,
    dailyTokens: settings.AI_REVIEW_BUDGET,
    concurrency: settings.AI_CONCURRENCY,
    prices: toPrices(settings.AI_REVIEW_INPUT_PRICE, settings.AI_REVIEW_OUTPUT_PRICE, settings.AI_CURRENCY),
  };
}

function toPrices(
  input: number | undefined,
  output: number | undefined,
  currency: string,
): ModelPrices | null {
  return input === undefined || output === undefined ? null : { input, output, currency };
}

const toBaseUrl = (url: string) => url.replace(/(?<!\/)\/+$/, '');

export function validateAi(settings: Settings): ConfigError[] {
  const { AI_BASE_URL, AI_API_KEY, AI_MODEL, AI_IMAGE_MODEL } = settings;
  if (AI_BASE_URL) {
    if (!AI_MODEL && !AI_IMAGE_MODEL)
      return [
        { name: 'AI_BASE_URL', hint: 'Set AI_MODEL or AI_IMAGE_MODEL too: there is no default model.' },
      ];
    return [...validateSecondReader(settings), ...validatePrices(settings)];
  }
  const { AI_REVIEW_MODEL } = settings;
  const errors = Object.entries({ AI_API_KEY, AI_MODEL, AI_IMAGE_MODEL, AI_REVIEW_MODEL })
    .filter(([, value]) => value)
    .map(([name]) => ({ name, hint: 'Set AI_BASE_URL too: it is the API to call.' }));
  return [...errors, ...validatePrices(settings)];
}

function validateSecondReader({
  AI_REVIEW_MODEL,
  AI_REVIEW_BASE_URL,
  AI_REVIEW_API_KEY,
}: Settings): ConfigError[] {
  if (!AI_REVIEW_MODEL) {
    const set = Object.entries({ AI_REVIEW_BASE_URL, AI_REVIEW_API_KEY });
    return set
      .filter(([, value]) => value)
      .map(([name]) => ({ name, hint: 'Set AI_REVIEW_MODEL too: it is the model that reads translations.' }));
  }
  if (!AI_REVIEW_API_KEY || AI_REVIEW_BASE_URL) return [];
  return [{ name: 'AI_REVIEW_API_KEY', hint: 'Set AI_REVIEW_BASE_URL too: without it, AI_API_KEY is used.' }];
}

function validatePrices(settings: Settings): ConfigError[] {
  const { AI_INPUT_PRICE, AI_OUTPUT_PRICE, AI_REVIEW_INPUT_PRICE, AI_REVIEW_OUTPUT_PRICE } = settings;
  const ofReader = { AI_REVIEW_INPUT_PRICE, AI_REVIEW_OUTPUT_PRICE };
  const errors = [
    ...validatePricePair('AI_MODEL', settings.AI_MODEL, { AI_INPUT_PRICE, AI_OUTPUT_PRICE }),
    ...validatePricePair('AI_REVIEW_MODEL', settings.AI_REVIEW_MODEL, ofReader),
  ];
  if (errors.length > 0 || AI_INPUT_PRICE !== undefined || AI_REVIEW_INPUT_PRICE === undefined) return errors;
  return [
    {
      name: 'AI_REVIEW_INPUT_PRICE',
      hint: 'Set AI_INPUT_PRICE and AI_OUTPUT_PRICE too: a cost is that of both models. They can be 0.',
    },
  ];
}

function validatePricePair(
  modelName: string,
  model: string | undefined,
  prices: Record<string, number | undefined>,
): ConfigError[] {
  const set = Object.keys(prices).filter((name) => prices[name] !== undefined);
  const missing = Object.keys(prices).filter((name) => prices[name] === undefined);
  if (set.length === 0) return [];
  if (!model)
    return set.map((name) => ({ name, hint: `Set ${modelName} too: it is the price of that model.` }));
  return missing.map((name) => ({
    name,
    hint: 'Set this price too: a model has one for what it reads and one for what it writes. It can be 0.',
  }));
}

function isModelUrl(text: string): boolean {
  const url = URL.parse(text);
  if (!url || !['http:', 'https:'].includes(url.protocol)) return false;
  return url.username + url.password + url.search + url.hash === '';
}
