SELECT 'column ' || table_name || '.' || column_name || ' ' || data_type || CASE is_nullable WHEN 'NO' THEN ' not null' ELSE '' END
    || COALESCE(' default ' || column_default, '') || COALESCE(' collate ' || collation_name, '') AS line
FROM information_schema.columns WHERE table_schema = 'public'
UNION ALL
SELECT 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
FROM pg_constraint WHERE connamespace = 'public'::regnamespace
UNION ALL
SELECT 'index ' || indexdef FROM pg_indexes WHERE schemaname = 'public'
UNION ALL
SELECT 'options ' || relname || ' ' || array_to_string(reloptions, ', ') FROM pg_class
WHERE relnamespace = 'public'::regnamespace AND reloptions IS NOT NULL
UNION ALL
SELECT 'other ' || relname || ' ' || relkind::text FROM pg_class
WHERE relnamespace = 'public'::regnamespace AND relkind NOT IN ('r', 'i')
UNION ALL
SELECT 'function ' || proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace
UNION ALL
SELECT 'trigger ' || tgname FROM pg_trigger WHERE NOT tgisinternal
UNION ALL
SELECT 'unlogged ' || relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relpersistence = 'u'
