import type { GenerateRequest, GenerateResponse, Suggestions, TranslateResponse } from './contract.ts';
import type { SuggestionDeps } from './deps.ts';
import { suggestExcerpt } from './suggestions/suggest-excerpt.ts';
import { suggestImage } from './suggestions/suggest-image.ts';
import { suggestSeo } from './suggestions/suggest-seo.ts';
import { suggestSlug } from './suggestions/suggest-slug.ts';

type TranslateRequest = Extract<GenerateRequest, { type: 'translate' }>;

interface SuggestionsDeps extends SuggestionDeps {
  translateText(
    deps: SuggestionDeps,
    request: TranslateRequest,
    signal: AbortSignal,
  ): Promise<TranslateResponse>;
}

export function createSuggestions(deps: SuggestionsDeps): Suggestions {
  return {
    models: { text: deps.textModel !== null, image: deps.imageModel !== null },
    async suggest(request, signal): Promise<GenerateResponse> {
      switch (request.type) {
        case 'slug':
          return suggestSlug(deps, request, signal);
        case 'excerpt':
          return suggestExcerpt(deps, request, signal);
        case 'seo':
          return suggestSeo(deps, request, signal);
        case 'image':
          return suggestImage(deps, request, signal);
        case 'translate':
          return deps.translateText(deps, request, signal);
      }
    },
    streamExcerpt: (request, signal, onPiece) => suggestExcerpt(deps, request, signal, onPiece),
  };
}
