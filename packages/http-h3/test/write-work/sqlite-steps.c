/* Counts virtual machine steps by statement, for every connection that is opened after this extension was loaded. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include "sqlite3ext.h"
SQLITE_EXTENSION_INIT1

typedef struct Count {
  char *sql;
  long long steps;
  struct Count *next;
} Count;

/* Worker threads have connections too. */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static Count *counts = NULL;

static void add(const char *sql, int steps) {
  Count *count = counts;
  while (count != NULL && strcmp(count->sql, sql) != 0) count = count->next;
  if (count == NULL) {
    count = malloc(sizeof(Count));
    *count = (Count){strdup(sql), 0, counts};
    counts = count;
  }
  count->steps += steps;
}

/* Runs when a statement ends. */
static int ended(unsigned type, void *context, void *statement, void *nanoseconds) {
  const char *sql = sqlite3_sql(statement);
  if (sql == NULL || strstr(sql, "take_steps(") != NULL) return 0;
  pthread_mutex_lock(&mutex);
  add(sql, sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_VM_STEP, 1));
  pthread_mutex_unlock(&mutex);
  return 0;
}

/* take_steps() returns a JSON array of [statement, steps], and starts the count again. */
static void take_steps(sqlite3_context *context, int argc, sqlite3_value **argv) {
  sqlite3_str *json = sqlite3_str_new(NULL);
  pthread_mutex_lock(&mutex);
  sqlite3_str_appendall(json, "[");
  while (counts != NULL) {
    Count *count = counts;
    counts = count->next;
    sqlite3_str_appendall(json, "[\"");
    for (const char *c = count->sql; *c != '\0'; c++) {
      if (*c == '"' || *c == '\\') sqlite3_str_appendchar(json, 1, '\\');
      sqlite3_str_appendchar(json, 1, (unsigned char)*c < ' ' ? ' ' : *c);
    }
    sqlite3_str_appendf(json, "\",%lld]%s", count->steps, counts == NULL ? "" : ",");
    free(count->sql);
    free(count);
  }
  pthread_mutex_unlock(&mutex);
  sqlite3_str_appendall(json, "]");
  sqlite3_result_text(context, sqlite3_str_finish(json), -1, sqlite3_free);
}

static int trace(sqlite3 *database, char **error, const sqlite3_api_routines *api) {
  return sqlite3_trace_v2(database, SQLITE_TRACE_PROFILE, ended, NULL);
}

int sqlite3_sqlitesteps_init(sqlite3 *database, char **error, const sqlite3_api_routines *api) {
  SQLITE_EXTENSION_INIT2(api);
  sqlite3_auto_extension((void (*)(void))trace);
  sqlite3_create_function(database, "take_steps", 0, SQLITE_UTF8, NULL, take_steps, NULL, NULL);
  return SQLITE_OK_LOAD_PERMANENTLY;
}
