import type { Assistant, GenerateAnswer } from './contract.ts';
import type { AssistantDesk } from './desk.ts';
import { suggestExcerpt } from './suggest-excerpt.ts';
import { suggestImage } from './suggest-image.ts';
import { suggestSeo } from './suggest-seo.ts';
import { suggestSlug } from './suggest-slug.ts';
import { suggestTranslation } from './suggest-translation.ts';

export function createAssistant(desk: AssistantDesk): Assistant {
  return {
    models: { text: desk.textModel !== null, image: desk.imageModel !== null },
    async suggest(request, signal): Promise<GenerateAnswer> {
      switch (request.type) {
        case 'slug':
          return suggestSlug(desk, request, signal);
        case 'excerpt':
          return suggestExcerpt(desk, request, signal);
        case 'seo':
          return suggestSeo(desk, request, signal);
        case 'image':
          return suggestImage(desk, request, signal);
        case 'translate':
          return suggestTranslation(desk, request, signal);
      }
    },
    streamExcerpt: (request, signal, onPiece) => suggestExcerpt(desk, request, signal, onPiece),
  };
}
