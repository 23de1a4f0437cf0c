SELECT 'table ' || name || iif(wr, ' without rowid', '') AS line FROM pragma_table_list
WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'message_search%'
UNION ALL
SELECT 'virtual ' || sql FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL%'
UNION ALL
SELECT 'column ' || t.name || '.' || c.name || ' ' || replace(lower(c.type), '(1)', '') || iif(c."notnull", ' not null', '')
    || coalesce(' default ' || c.dflt_value, '') || iif(c.pk, ' key ' || c.pk, '')
FROM sqlite_schema t, pragma_table_xinfo(t.name) c WHERE t.type = 'table' AND t.name NOT LIKE 'message_search%'
UNION ALL
SELECT 'foreign key ' || t.name || ' (' || group_concat(k."from", ', ') || ') to ' || k."table" || ' (' || group_concat(k."to", ', ')
    || ') on delete ' || lower(k.on_delete)
FROM sqlite_schema t, pragma_foreign_key_list(t.name) k WHERE t.type = 'table' GROUP BY t.name, k.id
UNION ALL
SELECT 'check ' || name || ' ' || substr(sql, instr(sql, 'CHECK'), instr(substr(sql, instr(sql, 'CHECK')), '))') + 1)
FROM sqlite_schema WHERE type = 'table' AND instr(sql, 'CHECK') > 0
UNION ALL
SELECT iif(i."unique", 'unique ', 'index ') || t.name || ' ' || iif(i.origin = 'c', i.name, 'key') || ' ('
    || (SELECT group_concat(coalesce(c.name, 'expression') || iif(c.desc, ' desc', ''), ', ')
        FROM pragma_index_xinfo(i.name) c WHERE c.key) || ')' || iif(i.partial, ' partial', '')
FROM sqlite_schema t, pragma_index_list(t.name) i WHERE t.type = 'table' AND t.name NOT LIKE 'message_search%'
UNION ALL
SELECT 'condition ' || name || substr(sql, instr(sql, ' WHERE ')) FROM sqlite_schema WHERE type = 'index' AND instr(sql, ' WHERE ') > 0
UNION ALL
SELECT 'expression ' || replace(sql, '"', '') FROM sqlite_schema WHERE type = 'index' AND instr(sql, 'LOWER') > 0
UNION ALL
SELECT type || ' ' || name FROM sqlite_schema WHERE type NOT IN ('table', 'index')
