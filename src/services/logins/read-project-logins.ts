import { allLoginsOfProject } from '../../db/finders/logins.ts';
import type { ServiceDeps } from '../deps.ts';

/** A login as a report has it. */
export interface ProjectLogin {
  directory: { id: string; name: string };
  email: string;
  username: string;
  password: string;
  loginUrl: string;
}

/** Every login of a project, by the names of their directories. */
export async function readProjectLogins(
  { db, secrets }: Pick<ServiceDeps, 'db' | 'secrets'>,
  projectId: string,
): Promise<ProjectLogin[]> {
  const logins = await allLoginsOfProject(db.sql, projectId);
  if (logins.length === 0) return [];
  const password = secrets.open(logins[0]!.sealed_password);
  return logins.map(({ directory_id, directory_name, email, username, login_url }) => ({
    directory: { id: directory_id, name: directory_name },
    email,
    username,
    password,
    loginUrl: login_url,
  }));
}
