CREATE TABLE "figure_day" (
  "day" date NOT NULL,
  "kind" text NOT NULL,
  "name" text NOT NULL,
  "count" bigint NOT NULL,
  PRIMARY KEY ("day", "kind", "name")
);
--> statement-breakpoint
CREATE TABLE "figure_total" (
  "name" text PRIMARY KEY,
  "count" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_term_day" (
  "day" date NOT NULL,
  "locale" text NOT NULL,
  "term" text NOT NULL,
  "searches" integer NOT NULL,
  PRIMARY KEY ("day", "locale", "term"),
  CONSTRAINT "search_term_day_length" CHECK (char_length(term) <= 60)
);
--> statement-breakpoint
CREATE TABLE "extraction_slot" (
  "starts_at" timestamp(3) with time zone NOT NULL,
  "outcome" text NOT NULL,
  "count" integer NOT NULL,
  PRIMARY KEY ("starts_at", "outcome")
);
--> statement-breakpoint
CREATE TABLE "threads_check" (
  "source" text NOT NULL,
  "is_read" boolean NOT NULL,
  "code" text,
  "checked_at" timestamp(3) with time zone NOT NULL,
  PRIMARY KEY ("source", "is_read")
);
--> statement-breakpoint
CREATE INDEX "view_day_day" ON "view_day" ("day");
