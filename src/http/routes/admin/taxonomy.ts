import type { z } from 'zod';
import type { EditError } from '#blog/editing-contract.ts';
import { categoryInputSchema, tagInputSchema } from '#blog/taxonomy-contract.ts';
import type { Result } from '#platform/result.ts';
import type { AppContext, Services } from '../../context.ts';
import { errorResponse } from '../../responses/error-response.ts';
import { type AdminHandlers, parseBody, resultResponse, uuidParam, withBody } from './admin-request.ts';

interface TaxonomyResource<Input> {
  schema: z.ZodType<Input>;
  missing: 'category.missing' | 'tag.missing';
  create(input: Input): Promise<Result<object, EditError>>;
  change(id: string, input: Input): Promise<Result<object, EditError>>;
  remove(id: string): Promise<Result<null, EditError>>;
}

export function createTaxonomyHandlers({ taxonomy }: Pick<Services, 'taxonomy'>) {
  const categories = createResourceHandlers({
    schema: categoryInputSchema,
    missing: 'category.missing',
    create: taxonomy.createCategory,
    change: taxonomy.changeCategory,
    remove: taxonomy.removeCategory,
  });
  const tags = createResourceHandlers({
    schema: tagInputSchema,
    missing: 'tag.missing',
    create: taxonomy.createTag,
    change: taxonomy.changeTag,
    remove: taxonomy.removeTag,
  });
  return {
    'GET /categories': async (context) => context.json({ categories: await taxonomy.listCategories() }),
    'POST /categories': categories.create,
    'PUT /categories/:id': categories.change,
    'DELETE /categories/:id': categories.remove,
    'GET /tags': async (context) => context.json({ tags: await taxonomy.listTags() }),
    'POST /tags': tags.create,
    'PUT /tags/:id': tags.change,
    'DELETE /tags/:id': tags.remove,
  } satisfies AdminHandlers;
}

function createResourceHandlers<Input>({ schema, missing, create, change, remove }: TaxonomyResource<Input>) {
  return {
    create: withBody(schema, async (context, input) => resultResponse(context, await create(input), 201)),
    async change(context: AppContext): Promise<Response> {
      const id = uuidParam(context);
      if (id === null) return errorResponse(context, missing);
      const input = await parseBody(context, schema);
      return input.ok ? resultResponse(context, await change(id, input.value)) : input.error;
    },
    async remove(context: AppContext): Promise<Response> {
      const id = uuidParam(context);
      return id === null ? errorResponse(context, missing) : resultResponse(context, await remove(id));
    },
  };
}
