CREATE TABLE "category" (
  "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  "slug" text NOT NULL UNIQUE,
  "color" text NOT NULL,
  "names" jsonb NOT NULL,
  "descriptions" jsonb NOT NULL DEFAULT '{}',
  "created_at" timestamptz(3) NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE TABLE "tag" (
  "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  "slug" text NOT NULL UNIQUE,
  "names" jsonb NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE TABLE "media_file" (
  "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  "digest" text NOT NULL UNIQUE,
  "width" integer NOT NULL,
  "height" integer NOT NULL,
  "bytes" integer NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE TABLE "article" (
  "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  "category_id" uuid REFERENCES "category" ("id") ON DELETE SET NULL,
  "cover_file_id" uuid REFERENCES "media_file" ("id") ON DELETE SET NULL,
  "author_id" text,
  "source_locale" text NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE INDEX "article_category" ON "article" ("category_id");
--> statement-breakpoint
CREATE TABLE "article_tag" (
  "article_id" uuid NOT NULL REFERENCES "article" ("id") ON DELETE CASCADE,
  "tag_id" uuid NOT NULL REFERENCES "tag" ("id") ON DELETE CASCADE,
  PRIMARY KEY ("article_id", "tag_id")
);
--> statement-breakpoint
CREATE INDEX "article_tag_tag" ON "article_tag" ("tag_id", "article_id");
--> statement-breakpoint
CREATE TABLE "post" (
  "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  "article_id" uuid NOT NULL REFERENCES "article" ("id") ON DELETE CASCADE,
  "locale" text NOT NULL,
  "slug" text NOT NULL,
  "status" text NOT NULL DEFAULT 'draft',
  "title" text NOT NULL,
  "excerpt" text NOT NULL DEFAULT '',
  "content" text NOT NULL DEFAULT '',
  "cover_alt" text NOT NULL DEFAULT '',
  "seo_title" text,
  "seo_description" text,
  "seo_keywords" text[] NOT NULL DEFAULT '{}',
  "published_at" timestamptz(3),
  "created_at" timestamptz(3) NOT NULL DEFAULT now(),
  "updated_at" timestamptz(3) NOT NULL DEFAULT now(),
  "read_time_minutes" integer NOT NULL DEFAULT 1,
  "view_count" integer NOT NULL DEFAULT 0,
  "version" integer NOT NULL DEFAULT 1,
  "source_version" integer,
  "origin" text NOT NULL DEFAULT 'human',
  "search_text" text NOT NULL DEFAULT '',
  "search" tsvector NOT NULL DEFAULT ''::tsvector,
  CONSTRAINT "post_article_locale" UNIQUE ("article_id", "locale"),
  CONSTRAINT "post_locale_slug" UNIQUE ("locale", "slug"),
  CONSTRAINT "post_locale" CHECK ("locale" IN ('en', 'es', 'pt', 'fr', 'de', 'it', 'zh', 'vi', 'id', 'th')),
  CONSTRAINT "post_status" CHECK ("status" IN ('draft', 'published', 'archived')),
  CONSTRAINT "post_origin" CHECK ("origin" IN ('human', 'machine', 'mixed')),
  CONSTRAINT "post_published_at" CHECK ("status" <> 'published' OR "published_at" IS NOT NULL)
);
--> statement-breakpoint
CREATE INDEX "post_list" ON "post" ("locale", "published_at" DESC NULLS FIRST, "id" DESC NULLS FIRST) WHERE "status" = 'published';
--> statement-breakpoint
CREATE INDEX "post_admin_list" ON "post" ("locale", "created_at" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "post_search" ON "post" USING gin ("search");
--> statement-breakpoint
CREATE TABLE "slug_history" (
  "locale" text NOT NULL,
  "slug" text NOT NULL,
  "post_id" uuid NOT NULL REFERENCES "post" ("id") ON DELETE CASCADE,
  PRIMARY KEY ("locale", "slug")
);
--> statement-breakpoint
CREATE INDEX "slug_history_post" ON "slug_history" ("post_id");
--> statement-breakpoint
CREATE TABLE "view_day" (
  "post_id" uuid NOT NULL REFERENCES "post" ("id") ON DELETE CASCADE,
  "day" date NOT NULL,
  "views" integer NOT NULL DEFAULT 0,
  PRIMARY KEY ("post_id", "day")
);
--> statement-breakpoint
CREATE TABLE "installation" (
  "id" integer PRIMARY KEY DEFAULT 1,
  "seeded_at" timestamptz(3),
  CONSTRAINT "installation_one" CHECK ("id" = 1)
);
--> statement-breakpoint
INSERT INTO "installation" DEFAULT VALUES;
