// Where oidc-provider keeps what it issues: in memory, or durably on Postgres.
// Its own adapter for memory forgets all but the newest thousand entries, so it can't hold the codes of a run.
import pg from 'pg';

/** Everything in one map, which is at least as fast as the adapter that comes with it. */
export function inMemory() {
  const rows = new Map();
  return class {
    constructor(model) {
      this.model = model;
    }
    key(id) {
      return `${this.model}:${id}`;
    }
    async upsert(id, payload) {
      rows.set(this.key(id), payload);
    }
    async find(id) {
      return rows.get(this.key(id));
    }
    async consume(id) {
      rows.get(this.key(id)).consumed = Math.floor(Date.now() / 1000);
    }
    async destroy(id) {
      rows.delete(this.key(id));
    }
    async revokeByGrantId(grantId) {
      for (const [key, payload] of rows) if (payload.grantId === grantId) rows.delete(key);
    }
    async findByUid() {}
    async findByUserCode() {}
  };
}

/** One table, as most of the adapters that its documentation names have it. Every statement is prepared. */
export async function onPostgres(connectionString) {
  const pool = new pg.Pool({ connectionString, max: 16 });
  await pool.query(`
    CREATE TABLE entries (
      id text NOT NULL, model text NOT NULL, payload jsonb NOT NULL, grant_id text, expires_at timestamptz,
      consumed_at timestamptz, PRIMARY KEY (model, id)
    )`);
  await pool.query('CREATE INDEX entries_by_grant ON entries (grant_id) WHERE grant_id IS NOT NULL');
  const run = (name, text, values) => pool.query({ name, text, values });
  let collected;
  class Adapter {
    constructor(model) {
      this.model = model;
    }
    async upsert(id, payload, expiresIn) {
      const expiresAt = expiresIn ? new Date(Date.now() + expiresIn * 1000) : null;
      const values = [id, this.model, payload, payload.grantId ?? null, expiresAt];
      if (collected) {
        collected.push(values);
        return;
      }
      await run(
        'upsert',
        `INSERT INTO entries (id, model, payload, grant_id, expires_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (model, id) DO UPDATE SET payload = $3, grant_id = $4, expires_at = $5`,
        values,
      );
    }
    async find(id) {
      const text = 'SELECT payload, expires_at, consumed_at FROM entries WHERE model = $2 AND id = $1';
      const { rows } = await run('find', text, [id, this.model]);
      const [row] = rows;
      if (!row || (row.expires_at && row.expires_at < Date.now())) return undefined;
      return row.consumed_at ? { ...row.payload, consumed: Math.floor(row.consumed_at / 1000) } : row.payload;
    }
    async consume(id) {
      await run('consume', 'UPDATE entries SET consumed_at = now() WHERE model = $2 AND id = $1', [id, this.model]);
    }
    async destroy(id) {
      await run('destroy', 'DELETE FROM entries WHERE model = $2 AND id = $1', [id, this.model]);
    }
    async revokeByGrantId(grantId) {
      await run('revoke', 'DELETE FROM entries WHERE grant_id = $1', [grantId]);
    }
    async findByUid() {}
    async findByUserCode() {}
  }
  /** What `work` stores, in few statements: it is not measured. */
  Adapter.together = async (work) => {
    collected = [];
    await work();
    const rows = collected;
    collected = undefined;
    for (let from = 0; from < rows.length; from += 5000) {
      const columns = [0, 1, 2, 3, 4].map((column) => rows.slice(from, from + 5000).map((row) => row[column]));
      await pool.query(
        `INSERT INTO entries (id, model, payload, grant_id, expires_at)
         SELECT * FROM unnest($1::text[], $2::text[], $3::jsonb[], $4::text[], $5::timestamptz[])`,
        columns,
      );
    }
  };
  return Adapter;
}
