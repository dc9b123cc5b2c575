CREATE TABLE "author" (
  "id" text PRIMARY KEY,
  "user_id" text UNIQUE REFERENCES "account_user" ("id") ON DELETE CASCADE,
  "slug" text NOT NULL UNIQUE,
  "name" text NOT NULL,
  "bios" jsonb NOT NULL DEFAULT '{}',
  "image_file_id" uuid REFERENCES "media_file" ("id") ON DELETE SET NULL,
  "is_public" boolean NOT NULL DEFAULT false,
  "created_at" timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "author_user" CHECK (user_id IS NULL OR user_id = id)
);
--> statement-breakpoint
CREATE TABLE "author_slug_history" (
  "slug" text PRIMARY KEY,
  "author_id" text NOT NULL REFERENCES "author" ("id") ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX "author_slug_history_author" ON "author_slug_history" ("author_id");
--> statement-breakpoint
CREATE INDEX "article_author" ON "article" ("author_id");
