import Testing

@Suite struct CommandTests {}
