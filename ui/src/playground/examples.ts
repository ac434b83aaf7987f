/** What a newcomer tries first: read, mark, listen. Their names become the titles of the tabs. */
export const EXAMPLES: readonly { readonly query: string; readonly variables?: string }[] = [
  {
    query: `# Your newest notifications. For the next page
# pass pageInfo.endCursor as "after".
query Inbox {
  notifications(status: ALL, first: 10) {
    unreadCount { count isCapped }
    pageInfo { hasNextPage endCursor }
    nodes {
      __typename
      id
      status
      createdAt
      productId
      env
      ... on QuestionNotification {
        questionId
        question { compliant resource validationTime }
      }
      ... on ScoreNotification { oldScore newScore delta }
    }
  }
}
`,
  },
  {
    query: `# Put ids of the first tab into the variables.
# Marking twice is harmless.
mutation MarkRead($ids: [ID!]!) {
  markRead(ids: $ids) {
    changedIds
    notFoundIds
    unreadCount { count isCapped }
    notifications { id status readAt }
  }
}
`,
    variables: JSON.stringify({ ids: ['all#0000000000000000000'] }, null, 2),
  },
  {
    query: `# Run it, then make something happen on the start page.
# With "since" it first replays what you missed.
subscription Ring {
  notificationAdded {
    __typename
    id
    createdAt
    productId
    env
    ... on QuestionNotification { questionId }
    ... on ScoreNotification { oldScore newScore delta }
  }
}
`,
  },
];
