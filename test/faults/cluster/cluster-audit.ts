import pg from "pg";

/** What happened in the database to jobs, analyses and deliveries. */
export interface AuditedEvent {
  readonly kind: "added" | "claimed" | "lost" | "ended" | "vanished" | "stored" | "announced";
  /** The id of the job, the webhook, or the version of an analysis. */
  readonly id: string;
  readonly trackKey: string;
  /** The outcome of a job that has ended, or "<event> <version>" of a message. */
  readonly detail: string | null;
}

/**
 * Triggers that write down each change, in a schema that the product does not know. An event of a
 * transaction that is rolled back does not appear.
 */
const TRIGGERS = `
create schema audit;
create table audit.events (
  id text not null, kind text not null, track_key text not null, detail text,
  place bigint generated always as identity);

create function audit.job() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then
    insert into audit.events values (new.id, 'added', new.track_key);
  elsif tg_op = 'DELETE' then
    insert into audit.events values (old.id, 'vanished', old.track_key);
  elsif new.state = 'ended' then
    insert into audit.events values (new.id, 'ended', new.track_key, new.outcome);
  elsif new.state = 'running' then
    insert into audit.events values (new.id, 'claimed', new.track_key);
  elsif new.losses > old.losses then
    insert into audit.events values (new.id, 'lost', new.track_key);
  end if;
  return null;
end $$;
create trigger audit_added after insert on analysis_jobs for each row execute function audit.job();
create trigger audit_changed after update on analysis_jobs for each row
  when (new.state <> old.state) execute function audit.job();
create trigger audit_vanished after delete on analysis_jobs for each row
  when (old.state <> 'ended') execute function audit.job();

create function audit.analysis() returns trigger language plpgsql as $$ begin
  insert into audit.events values (new.version, 'stored', new.track_key);
  return null;
end $$;
create trigger audit_stored after insert or update on analyses for each row
  execute function audit.analysis();

create function audit.delivery() returns trigger language plpgsql as $$
declare body json := new.body::json; begin
  insert into audit.events values (
    new.webhook_id, 'announced', body->'data'->>'trackKey', body->>'type');
  return null;
end $$;
create trigger audit_announced after insert on webhook_deliveries for each row
  execute function audit.delivery();
`;

/** Checks the structure of all tables and their indexes. */
const AMCHECK = `
create extension if not exists amcheck;
select format('%s: %s', relname, msg) as problem
from pg_class, lateral verify_heapam(oid)
where relkind = 'r' and relnamespace = 'public'::regnamespace
union all
select bt_index_check(oid, true)::text from pg_class
where relkind = 'i' and relnamespace = 'public'::regnamespace
`;

/** What must be empty in a database of which nothing was lost halfway. */
const CONTRADICTIONS = `
select 'analysis without details: ' || track_key as problem from analyses
where track_key not in (select track_key from analysis_details)
union all
select 'analysis without timeline: ' || track_key from analyses
where track_key not in (select track_key from analysis_timelines)
union all
select 'analysis without a recorded change: ' || track_key from analyses
where track_key not in (select track_key from analysis_changes)
union all
select 'a change is newer than the last revision' from analysis_revision
where revision < (select coalesce(max(revision), 0) from analysis_changes)
`;

/** Reads the database of a cluster from outside, also while its server comes and goes. */
export class ClusterAudit {
  constructor(private readonly url: string) {}

  /** Begins to write down what happens. */
  async begin(): Promise<void> {
    await this.query(TRIGGERS);
  }

  /** Runs statements on a connection of their own; returns the rows of the last one. */
  async query(sql: string): Promise<readonly Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: this.url });
    client.on("error", () => undefined);
    try {
      await client.connect();
      const result = (await client.query(sql)) as pg.QueryResult | pg.QueryResult[];
      return [result].flat().at(-1)?.rows as Record<string, unknown>[];
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  async number(sql: string): Promise<number> {
    const [row = {}] = await this.query(sql);
    return Number(Object.values(row)[0]);
  }

  async events(): Promise<readonly AuditedEvent[]> {
    const rows = await this.query(
      `select kind, id, track_key as "trackKey", detail from audit.events order by place`,
    );
    return rows as unknown as AuditedEvent[];
  }

  /** Returns what is damaged or contradicts itself. */
  async problems(): Promise<readonly string[]> {
    const damaged = await this.query(AMCHECK);
    const found = [...damaged, ...(await this.query(CONTRADICTIONS))];
    return found.map(({ problem }) => String(problem)).filter((problem) => problem !== "");
  }
}
