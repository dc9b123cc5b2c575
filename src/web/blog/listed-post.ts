import type { Category, PostSummary, Tag } from '#blog/contract.ts';

/** What a card shows of a post, and what the list is filtered by. */
export type ListedPost = Pick<
  PostSummary,
  | 'id'
  | 'slug'
  | 'text_locale'
  | 'title'
  | 'excerpt'
  | 'featured_image_url'
  | 'featured_image_width'
  | 'featured_image_height'
  | 'featured_image_srcset'
  | 'featured_image_alt'
  | 'published_at'
  | 'created_at'
  | 'read_time_minutes'
  | 'view_count'
> & { category: Named<Category> | null; tags: Named<Tag>[] };

type Named<T extends Category | Tag> = Pick<T, Extract<keyof T, 'name' | 'slug' | 'color'>>;

export interface ListedPosts {
  posts: ListedPost[];
  /** On all pages. */
  totalPosts: number;
  /** What they were narrowed by: the query of the list's first page. */
  narrowedBy: string;
}

/** Leaves out what no card shows, so that a page is not longer for it. */
export function listedPost(post: PostSummary): ListedPost {
  const { category } = post;
  return {
    id: post.id,
    slug: post.slug,
    ...(post.text_locale && { text_locale: post.text_locale }),
    title: post.title,
    excerpt: post.excerpt,
    featured_image_url: post.featured_image_url,
    featured_image_width: post.featured_image_width,
    featured_image_height: post.featured_image_height,
    featured_image_srcset: post.featured_image_srcset,
    featured_image_alt: post.featured_image_alt,
    published_at: post.published_at,
    created_at: post.created_at,
    read_time_minutes: post.read_time_minutes,
    view_count: post.view_count,
    category: category && { name: category.name, slug: category.slug, color: category.color },
    tags: post.tags.map(({ name, slug }) => ({ name, slug })),
  };
}
