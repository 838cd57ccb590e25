import * as contract from "#contract/community/community.ts";
import * as commentContract from "#contract/community/comments.ts";
import * as people from "#contract/community/people.ts";
import * as safety from "#contract/community/safety.ts";
import { findOwnPicture, uploadOwnPicture } from "#server/modules/media/index.ts";
import type { Deps } from "#server/platform/deps.ts";
import { fileRoutes } from "#server/platform/http/file-routes.ts";
import { routes, whenDone, type RouteContext } from "#server/platform/http/route.ts";
import * as comments from "./comments/service.ts";
import { getGoing, setGoing } from "./going/service.ts";
import * as members from "./people/service.ts";
import { deletePhoto, readWall } from "./photos/service.ts";
import { listTopics, readFeed } from "./posts/feed.ts";
import * as posts from "./posts/service.ts";
import { react } from "./reactions/service.ts";
import * as actions from "./safety/actions.ts";
import { clearPeople } from "./safety/clearing.ts";
import * as review from "./safety/review.ts";
import { getRules, setRules } from "./safety/settings.ts";
import { undoAction } from "./safety/undo.ts";
import { listWriters } from "./safety/writers.ts";
import { moderateEdit } from "./text/history.ts";
import { requireUnmuted } from "./writing.ts";

/** Posts, comments, reactions and their images. */
export function communityRoutes(context: RouteContext, deps: Deps): void {
  routes(
    context,
    { ...contract, ...commentContract },
    {
      getFeed: ({ query, principal }) => readFeed(deps, principal, query),
      listTopics: () => listTopics(deps),
      getPost: ({ params, principal }) => posts.getPost(deps, principal, params.id),
      createPost: ({ principal, body, idempotency }) =>
        posts.createPost(deps, { author: principal!, draft: body, idempotency: idempotency! }),
      editPost: ({ principal, params, body }) => posts.editPost(deps, principal!, params.id, body),
      deletePost: ({ principal, params }) => whenDone(posts.deletePost(deps, principal!, params.id)),
      getPostHistory: ({ principal, params }) => posts.getHistory(deps, principal!, params.id),
      pinPost: ({ principal, params, body }) => posts.pinPost(deps, principal!, params.id, body.isPinned),
      reactToPost: ({ principal, params, body }) => react(deps, principal!, { what: "post", id: params.id, ...body }),
      uploadCommunityImage: async ({ principal, stream }) => {
        await requireUnmuted(deps.db, principal!);
        return uploadOwnPicture(deps, principal!.id, stream!);
      },
      getCommunityImage: ({ principal, params }) => findOwnPicture(deps.db, principal!.id, params.id),
      listComments: ({ principal, params, query }) => comments.listComments(deps, principal, params.id, query),
      getComment: ({ principal, params }) => comments.getComment(deps, principal, params.id),
      createComment: ({ principal, params, body, idempotency }) =>
        comments.createComment(deps, {
          author: principal!,
          postId: params.id,
          draft: body,
          idempotency: idempotency!,
        }),
      editComment: ({ principal, params, body }) => comments.editComment(deps, principal!, params.id, body),
      deleteComment: ({ principal, params }) => whenDone(comments.deleteComment(deps, principal!, params.id)),
      getCommentHistory: ({ principal, params }) => comments.getCommentHistory(deps, principal!, params.id),
      reactToComment: ({ principal, params, body }) =>
        react(deps, principal!, { what: "comment", id: params.id, ...body }),
    },
  );
}

/** People, who's going, and photo walls. */
export function communityPeopleRoutes(context: RouteContext, deps: Deps): void {
  routes(context, people, {
    getCommunityPerson: ({ principal, params }) => members.getPerson(deps, principal, params.id),
    findCommunityPeople: async ({ principal, query }) => ({
      items: await members.findPeople(deps, principal!, query.q),
    }),
    followPerson: ({ principal, params, body }) =>
      members.setRelation(deps, principal!, params.id, { kind: "follow", isOn: body.isFollowing }),
    mutePerson: ({ principal, params, body }) =>
      members.setRelation(deps, principal!, params.id, { kind: "mute", isOn: body.isMuted }),
    blockPerson: ({ principal, params, body }) =>
      members.setRelation(deps, principal!, params.id, { kind: "block", isOn: body.isBlocked }),
    listRelations: ({ principal, query }) => members.listRelations(deps, principal!, query),
    getCommunityMe: ({ principal }) => members.getMe(deps.db, principal!),
    changePrivacy: ({ principal, body }) => members.changePrivacy(deps, principal!, body),
    getGoing: ({ principal, params }) => getGoing(deps.db, principal, params.id),
    setGoing: ({ principal, params, body }) => setGoing(deps, principal!, params.id, body),
    getPhotoWall: ({ principal, params, query }) => readWall(deps, principal, params.id, query.cursor),
    deletePhoto: ({ principal, params }) => whenDone(deletePhoto(deps, principal!, params.id)),
  });
}

/** Reports, the review queue, and what moderators do. */
export function communitySafetyRoutes(context: RouteContext, deps: Deps): void {
  fileRoutes(context, safety.exportReview, "review", ({ query }) => review.reviewFile(deps, query.show));
  routes(context, safety, {
    reportContent: ({ principal, body, idempotency }) =>
      review.report(deps, { reporter: principal!, form: body, idempotency: idempotency! }),
    listReview: ({ query }) => review.listReview(deps, query),
    getReviewItem: ({ params }) => review.getReviewItem(deps.db, params.id),
    decideReview: ({ principal, params, body }) =>
      actions.decideReview(deps, principal!, params.id, { kind: body.decision, reason: body.reason ?? "Approved" }),
    moderateContent: ({ principal, params, body }) => actions.moderateContent(deps, principal!, params, body),
    actOnPerson: ({ principal, params, body, idempotency }) =>
      actions.actOnPerson(deps, {
        moderator: principal!,
        personId: params.id,
        wish: body,
        idempotency: idempotency!,
      }),
    moderateEdit: ({ principal, params, body }) => whenDone(moderateEdit(deps, principal!, params.id, body)),
    clearPeople: ({ principal, body, idempotency }) =>
      clearPeople(deps, { moderator: principal!, wish: body, idempotency: idempotency! }),
    getAction: ({ params }) => actions.readAction(deps.db, params.id),
    listWriters: ({ query }) => listWriters(deps.db, query),
    undoAction: ({ principal, params, body }) => undoAction(deps, principal!, params.id, body.reason),
    getPersonRecord: ({ principal, params }) => actions.getRecord(deps, principal!, params.id),
    listActions: ({ query }) => actions.listActions(deps, query.cursor),
    getCommunityRules: () => getRules(deps),
    setCommunityRules: ({ principal, body }) => setRules(deps, principal!, body),
  });
}
