import { defineOperation, defineOperations, empty, list, record } from "../contract/operations/operation.ts";
import {
  Plan,
  PlanApplication,
  PlanCreate,
  PlanEffectPage,
  PlanEffectQuery,
  PlanFilter,
  PlanQuery,
  PlanReading,
  PlanRejection,
  PlanSummary,
} from "./plan.ts";
import { PLANS } from "./plan-service.ts";

export const planOperations = defineOperations(
  "plans",
  {
    /** Plans without their steps and effects, newest first. */
    list: defineOperation({
      summary: "List plans",
      description: "Newest first, without steps and effects.",
      service: PLANS,
      access: "plan:list",
      core: true,
      http: { method: "GET", path: "/api/plans", status: 200 },
      query: PlanFilter,
      output: list(PlanSummary),
      run: async (plans, { query }, call) => plans.list(query, call.signal),
    }),
    /** Rehearses steps, and keeps them with what they would do. Nothing of it is done before the plan is applied. */
    create: defineOperation({
      summary: "Plan changes",
      description:
        "Rehearses all steps in a rolled-back transaction: the plan shows their effects. A step that cannot be done is " +
        "VALIDATION_ERROR (`steps[2].body.name`), and nothing is kept. Needs the permission to read what the steps touch.",
      service: PLANS,
      access: "plan:create",
      core: true,
      http: { method: "POST", path: "/api/plans", status: 201 },
      idempotent: "kept",
      body: PlanCreate,
      output: record(Plan),
      errors: ["PLAN_LIMIT", "NOT_FOUND"],
      replay: async (plans, id, call) => await plans.get(id, call),
      run: async (plans, { body }, call) => await plans.create(body, call),
    }),
    /** One plan with its steps, what they do, and whether that still holds. Fails with NOT_FOUND. */
    get: defineOperation({
      summary: "Get a plan",
      description: "Needs the permission to read its records.",
      service: PLANS,
      access: "plan:read",
      core: true,
      http: { method: "GET", path: "/api/plans/{id}", status: 200 },
      query: PlanQuery,
      output: record(PlanReading),
      errors: ["NOT_FOUND"],
      run: async (plans, { params, query }, call) => await plans.reading(params.id, query, call),
    }),
    /** The effects of a plan on records, by page and filtered. Fails with NOT_FOUND, VALIDATION_ERROR for a wrong `after`. */
    effects: defineOperation({
      summary: "List the effects of a plan",
      description:
        "What the plan does to records, by page. `digest` says to which rehearsal the page belongs: read from the first page again if it " +
        "differs from that of the page before.",
      service: PLANS,
      access: "plan:read",
      http: { method: "GET", path: "/api/plans/{id}/effects", status: 200 },
      query: PlanEffectQuery,
      output: record(PlanEffectPage),
      errors: ["NOT_FOUND"],
      exists: async (plans, { id }) => await plans.mustExist(id),
      run: async (plans, { params, query }, call) => await plans.effects(params.id, query, call),
    }),
    /** Deletes a plan, open or closed. Fails with NOT_FOUND, FORBIDDEN without `plan:delete` for the plan of another user. */
    delete: defineOperation({
      summary: "Delete a plan",
      description: "Needs `plan:delete`, or `plan:create` for a plan that you created. What an applied plan changed stays.",
      service: PLANS,
      access: "plan:delete",
      orAccess: "plan:create",
      http: { method: "DELETE", path: "/api/plans/{id}", status: 204 },
      output: empty,
      errors: ["NOT_FOUND"],
      run: async (plans, { params }, call) => await plans.delete(params.id, call),
    }),
    /** Rehearses an open plan again. Fails with NOT_FOUND, CONFLICT when it is closed, PLAN_STALE when a step cannot be done now. */
    refresh: defineOperation({
      summary: "Rehearse a plan again",
      description:
        "The plan then shows what it would do by now. One with a step that can never be done again, since its record is gone, is " +
        "`failed` afterwards, and its note says why; a step that cannot be done now is PLAN_STALE, and the plan stays as it was.",
      service: PLANS,
      access: "plan:create",
      http: { method: "POST", path: "/api/plans/{id}/refresh", status: 200 },
      output: record(Plan),
      errors: ["NOT_FOUND", "CONFLICT", "PLAN_STALE", "PLAN_LIMIT"],
      run: async (plans, { params }, call) => await plans.refresh(params.id, call),
    }),
    /** Closes an open plan without doing anything of it. Fails with NOT_FOUND, CONFLICT when it is closed. */
    reject: defineOperation({
      summary: "Reject a plan",
      service: PLANS,
      access: "plan:reject",
      http: { method: "POST", path: "/api/plans/{id}/reject", status: 200 },
      body: PlanRejection,
      output: record(Plan),
      errors: ["NOT_FOUND", "CONFLICT"],
      exists: async (plans, { id }) => await plans.mustExist(id),
      run: async (plans, { params, body }, call) => await plans.reject(params.id, body, call),
    }),
    /**
     * Does what an open plan shows, exactly, in one transaction. Fails with NOT_FOUND, CONFLICT when it is closed, PRECONDITION_REQUIRED
     * without the required digest, PRECONDITION_FAILED with another digest than today's, PLAN_STALE when it would have other effects now.
     */
    apply: defineOperation({
      summary: "Apply a plan",
      description:
        "All steps in one transaction, with exactly the shown effects, or nothing: PLAN_STALE then, and the plan stays open. Needs the " +
        "permission of every step. Send the `digest` of the reviewed plan, in the body or as If-Match: the call " +
        "fails with PRECONDITION_FAILED if a refresh has changed the effects.",
      service: PLANS,
      access: "plan:apply",
      http: { method: "POST", path: "/api/plans/{id}/apply", status: 200 },
      destructive: true,
      conditional: true,
      toolNeeds: ["digest"],
      body: PlanApplication,
      output: record(Plan),
      errors: ["NOT_FOUND", "CONFLICT", "PLAN_STALE", "PRECONDITION_REQUIRED"],
      exists: async (plans, { id }) => await plans.mustExist(id),
      run: async (plans, { params, body }, call) => await plans.apply(params.id, body, call),
    }),
  },
  { id: "plan" },
);
