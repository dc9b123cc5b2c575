ALTER TABLE "post" ADD COLUMN "text_digest" text;
--> statement-breakpoint
ALTER TABLE "post" ADD COLUMN "source_digest" text;
--> statement-breakpoint
ALTER TABLE "post" ADD COLUMN "source_locale" text;
--> statement-breakpoint
ALTER TABLE "post" DROP CONSTRAINT "post_origin";
--> statement-breakpoint
ALTER TABLE "post" ADD CONSTRAINT "post_origin" CHECK (origin in ('human', 'machine', 'mixed', 'untranslated'));
--> statement-breakpoint
CREATE TABLE "translation_run" (
  "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  "article_id" uuid NOT NULL REFERENCES "article" ("id") ON DELETE CASCADE,
  "post_id" uuid NOT NULL REFERENCES "post" ("id") ON DELETE CASCADE,
  "source_locale" text NOT NULL,
  "source_version" integer NOT NULL,
  "source_digest" text NOT NULL,
  "source" jsonb NOT NULL,
  "choice" text NOT NULL,
  "status" text NOT NULL DEFAULT 'queued',
  "idempotency_key" text UNIQUE,
  "tokens_estimated" integer NOT NULL,
  "tokens_spent" integer NOT NULL DEFAULT 0,
  "tokens_max" integer NOT NULL,
  "changes" integer NOT NULL DEFAULT 1,
  "author_id" text,
  "author_name" text NOT NULL DEFAULT '',
  "created_at" timestamp(3) with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp(3) with time zone NOT NULL DEFAULT now(),
  "ended_at" timestamp(3) with time zone,
  CONSTRAINT "translation_run_choice" CHECK (choice in ('passed', 'all', 'drafts')),
  CONSTRAINT "translation_run_status" CHECK (status in ('queued', 'running', 'done', 'done_with_errors', 'cancelled'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "translation_run_live" ON "translation_run" ("article_id") WHERE status in ('queued', 'running');
--> statement-breakpoint
CREATE INDEX "translation_run_post" ON "translation_run" ("post_id", "created_at" DESC);
--> statement-breakpoint
CREATE TABLE "translation_task" (
  "run_id" uuid NOT NULL REFERENCES "translation_run" ("id") ON DELETE CASCADE,
  "locale" text NOT NULL,
  "status" text NOT NULL DEFAULT 'queued',
  "lease" uuid,
  "lease_until" timestamp(3) with time zone,
  "heartbeat_at" timestamp(3) with time zone,
  "attempts" integer NOT NULL DEFAULT 0,
  "code" text,
  "blocks" integer NOT NULL DEFAULT 0,
  "blocks_done" integer NOT NULL DEFAULT 0,
  "blocks_accepted" integer NOT NULL DEFAULT 0,
  "offers" jsonb NOT NULL DEFAULT '[]'::jsonb,
  "post_id" uuid REFERENCES "post" ("id") ON DELETE SET NULL,
  "post_version" integer,
  "ended_at" timestamp(3) with time zone,
  PRIMARY KEY ("run_id", "locale"),
  CONSTRAINT "translation_task_locale" CHECK (locale in ('en', 'es', 'pt', 'fr', 'de', 'it', 'zh', 'vi', 'id', 'th')),
  CONSTRAINT "translation_task_status" CHECK (status in ('queued', 'translating', 'checking', 'saved', 'published', 'fallback', 'failed', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "translation_block" (
  "hash" text NOT NULL,
  "from_locale" text NOT NULL,
  "locale" text NOT NULL,
  "recipe" text NOT NULL,
  "text" text NOT NULL,
  "origin" text NOT NULL DEFAULT 'machine',
  "updated_at" timestamp(3) with time zone NOT NULL DEFAULT now(),
  PRIMARY KEY ("hash", "from_locale", "locale"),
  CONSTRAINT "translation_block_origin" CHECK (origin in ('machine', 'human'))
);
--> statement-breakpoint
CREATE TABLE "translation_written" (
  "post_id" uuid PRIMARY KEY REFERENCES "post" ("id") ON DELETE CASCADE,
  "version" integer NOT NULL,
  "fields" jsonb NOT NULL,
  "blocks" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "glossary" (
  "locale" text PRIMARY KEY,
  "terms" jsonb NOT NULL DEFAULT '[]'::jsonb,
  "style" text NOT NULL DEFAULT '',
  "updated_at" timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "glossary_locale" CHECK (locale in ('en', 'es', 'pt', 'fr', 'de', 'it', 'zh', 'vi', 'id', 'th'))
);
--> statement-breakpoint
ALTER TABLE "model_call" ADD COLUMN "run_id" uuid;
--> statement-breakpoint
ALTER TABLE "model_call" ADD COLUMN "locale" text;
--> statement-breakpoint
CREATE INDEX "model_call_run" ON "model_call" ("run_id") WHERE run_id is not null;
