CREATE TABLE "taxon_post" (
  "taxon_id" uuid NOT NULL,
  "locale" text NOT NULL,
  "published_at" timestamp(3) with time zone NOT NULL,
  "post_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE FUNCTION "list_post_by_taxon"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM taxon_post WHERE post_id = NEW.id;
  END IF;
  IF NEW.status = 'published' THEN
    INSERT INTO taxon_post (taxon_id, locale, published_at, post_id)
      SELECT category_id, NEW.locale, NEW.published_at, NEW.id FROM article
        WHERE id = NEW.article_id AND category_id IS NOT NULL
      UNION SELECT tag_id, NEW.locale, NEW.published_at, NEW.id FROM article_tag WHERE article_id = NEW.article_id
      ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "list_article_by_category"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM taxon_post USING post
    WHERE post.article_id = NEW.id AND taxon_post.post_id = post.id AND taxon_id = OLD.category_id;
  IF NEW.category_id IS NOT NULL THEN
    INSERT INTO taxon_post (taxon_id, locale, published_at, post_id)
      SELECT NEW.category_id, locale, published_at, id FROM post WHERE article_id = NEW.id AND status = 'published'
      ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "list_article_by_tag"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM taxon_post USING post
      WHERE post.article_id = OLD.article_id AND taxon_post.post_id = post.id AND taxon_id = OLD.tag_id;
  ELSE
    INSERT INTO taxon_post (taxon_id, locale, published_at, post_id)
      SELECT NEW.tag_id, locale, published_at, id FROM post WHERE article_id = NEW.article_id AND status = 'published'
      ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "post_added" AFTER INSERT ON "post"
  FOR EACH ROW WHEN (NEW.status = 'published') EXECUTE FUNCTION "list_post_by_taxon"();
--> statement-breakpoint
CREATE TRIGGER "post_changed" AFTER UPDATE OF "article_id", "locale", "status", "published_at" ON "post"
  FOR EACH ROW WHEN ((OLD.article_id, OLD.locale, OLD.status, OLD.published_at) IS DISTINCT FROM
    (NEW.article_id, NEW.locale, NEW.status, NEW.published_at)) EXECUTE FUNCTION "list_post_by_taxon"();
--> statement-breakpoint
CREATE TRIGGER "article_category_changed" AFTER UPDATE OF "category_id" ON "article"
  FOR EACH ROW WHEN (OLD.category_id IS DISTINCT FROM NEW.category_id) EXECUTE FUNCTION "list_article_by_category"();
--> statement-breakpoint
CREATE TRIGGER "article_tag_changed" AFTER INSERT OR DELETE ON "article_tag"
  FOR EACH ROW EXECUTE FUNCTION "list_article_by_tag"();
--> statement-breakpoint
INSERT INTO "taxon_post" ("taxon_id", "locale", "published_at", "post_id")
  SELECT category_id, locale, published_at, post.id FROM post JOIN article ON article.id = article_id
    WHERE status = 'published' AND category_id IS NOT NULL
  UNION SELECT tag_id, locale, published_at, post.id FROM post JOIN article_tag USING (article_id)
    WHERE status = 'published'
  ORDER BY 1, 2, 3, 4;
--> statement-breakpoint
ALTER TABLE "taxon_post" ADD PRIMARY KEY ("taxon_id", "locale", "published_at", "post_id");
--> statement-breakpoint
ALTER TABLE "taxon_post" ADD FOREIGN KEY ("post_id") REFERENCES "post" ("id") ON DELETE CASCADE;
--> statement-breakpoint
CREATE INDEX "taxon_post_post" ON "taxon_post" ("post_id");
--> statement-breakpoint
DROP INDEX "post_admin_list";
--> statement-breakpoint
DROP INDEX "post_admin_status";
--> statement-breakpoint
CREATE INDEX "post_admin_list" ON "post" ("locale", "created_at" DESC NULLS FIRST, "id" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "post_admin_status" ON "post" ("locale", "status", "created_at" DESC NULLS FIRST, "id" DESC NULLS FIRST);
--> statement-breakpoint
ANALYZE "taxon_post";
