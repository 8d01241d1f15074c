package knowledge

import (
	"go/types"
	"reflect"
	"strings"
)

// A Token is the field of a request by which a service tells a repeat.
type Token struct {
	Field string

	// Filled says whether the SDK makes one up where the field is empty. It
	// then serves the SDK's own repeats of a call; a second call, from a loop
	// around it, carries another.
	Filled Answer
}

// TokenOf returns the token field of the input struct t, or of what t points
// to, for any library; whether it is filled is known for the AWS SDKs only.
func TokenOf(t types.Type) (Token, bool) {
	named := namedOf(t)
	if named == nil || named.Obj().Pkg() == nil {
		return Token{}, false
	}
	st, ok := named.Underlying().(*types.Struct)
	if !ok {
		return Token{}, false
	}
	for i := range st.NumFields() {
		if name := st.Field(i).Name(); isTokenName(name) {
			return Token{name, filled(named.Obj(), st.Tag(i))}, true
		}
	}
	return Token{}, false
}

func isTokenName(name string) bool {
	switch name {
	case "ClientToken", "ClientRequestToken", "ClientIdempotencyToken", "IdempotencyToken", "IdempotencyKey",
		"IdempotentToken", "CreationToken", "RequestToken", "MessageDeduplicationId", "DeduplicationId", "DeduplicationID",
		"RequestId", "RequestID", "ClientRequestId", "CreatorRequestId":
		return true
	}
	return false
}

// filled says whether an empty token is filled by the SDK that declares input.
// v1 of the AWS SDK says so in the tag of the field. v2 says so only in its
// code, so the operations that are left empty are listed.
func filled(input *types.TypeName, tag string) Answer {
	path := input.Pkg().Path()
	if strings.HasPrefix(path, "github.com/aws/aws-sdk-go/service/") {
		if reflect.StructTag(tag).Get("idempotencyToken") == "true" {
			return Yes
		}
		return No
	}
	service, ok := strings.CutPrefix(path, "github.com/aws/aws-sdk-go-v2/service/")
	if !ok {
		return AnswerUnknown
	}
	empty, read := emptyTokens(service)
	if !read {
		return AnswerUnknown
	}
	operation := strings.TrimSuffix(input.Name(), "Input")
	for _, name := range empty {
		if name == operation {
			return No
		}
	}
	return Yes
}

// emptyTokens lists the operations of a service of the AWS SDK v2 whose token
// the SDK leaves empty, and whether the service was read: of each, the version
// of late 2026.
func emptyTokens(service string) (operations []string, read bool) {
	switch service {
	case "acm":
		return []string{"PutAccountConfiguration", "RequestCertificate"}, true
	case "backup":
		return []string{"StartScanJob"}, true
	case "cloudformation":
		return []string{
			"CancelUpdateStack", "ContinueUpdateRollback", "CreateChangeSet", "CreateStack", "DeleteStack", "ExecuteChangeSet",
			"RecordHandlerProgress", "RegisterType", "RollbackStack", "StartResourceScan", "UpdateStack",
		}, true
	case "codebuild":
		return []string{"RetryBuild", "RetryBuildBatch", "StartBuild", "StartBuildBatch", "StartSandbox"}, true
	case "dynamodb", "lambda", "sfn":
		return nil, true
	case "ec2":
		return []string{
			"AllocateHosts", "CopyFpgaImage", "CreateCapacityReservation", "CreateEgressOnlyInternetGateway", "CreateFlowLogs",
			"CreateFpgaImage", "CreateReservedInstancesListing", "CreateVpcEndpoint", "CreateVpcEndpointConnectionNotification",
			"CreateVpcEndpointServiceConfiguration", "ImportImage", "ImportSnapshot", "ModifyInstanceCreditSpecification",
			"ModifyReservedInstances", "PurchaseHostReservation", "RequestSpotInstances",
		}, true
	case "ecs":
		return []string{"CreateDaemon", "CreateService", "CreateTaskSet"}, true
	case "glue":
		return []string{
			"BatchPutDataQualityStatisticAnnotation", "CreateDataQualityRuleset", "StartDataQualityRuleRecommendationRun",
			"StartDataQualityRulesetEvaluationRun",
		}, true
	case "ram":
		return []string{
			"AcceptResourceShareInvitation", "AssociateResourceShare", "AssociateResourceSharePermission", "CreatePermission",
			"CreatePermissionVersion", "CreateResourceShare", "DeletePermission", "DeletePermissionVersion", "DeleteResourceShare",
			"DisassociateResourceShare", "DisassociateResourceSharePermission", "PromotePermissionCreatedFromPolicy",
			"RejectResourceShareInvitation", "ReplacePermissionAssociations", "SetDefaultPermissionVersion", "UpdatePermission",
			"UpdateResourceShare",
		}, true
	case "rekognition":
		return []string{
			"CreateFaceLivenessSession", "StartCelebrityRecognition", "StartContentModeration", "StartFaceDetection",
			"StartFaceSearch", "StartLabelDetection", "StartPersonTracking", "StartSegmentDetection", "StartTextDetection",
		}, true
	case "ssm":
		return []string{"StartAutomationExecution", "StartChangeRequestExecution"}, true
	}
	return nil, false
}
